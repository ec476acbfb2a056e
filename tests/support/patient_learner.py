"""A learner that compiles nothing and takes its time, for tests that stop it."""

import time

import numpy as np

from fourfold.evaluators import slfn
from fourfold.learn.learner import Learner, Model, Step, setting


class Settings:
    naps: int = setting(10_000, "How often it sleeps.")


class PatientLearner(Learner):
    Settings, unit = Settings, "naps"

    def start(self):
        self.naps = 0

    def step(self):
        time.sleep(0.2)
        self.naps += 1
        return Step(self.naps, 1 / self.naps)

    def state(self):
        return {"naps": np.array([self.naps])}

    def restore(self, arrays, notes):
        self.naps = int(arrays["naps"][0])

    def model(self):
        inputs = np.zeros((self.game.variables, 1), np.float32)
        return Model(self.game.name, "slfn", {}, slfn.Weights(inputs, np.zeros(1, np.float32), np.float32([1])))
