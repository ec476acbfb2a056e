"""The networks have the layers and the numbers of weights that their papers say."""

import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.evaluators.torch_othello import architectures
from fourfold.evaluators.torch_othello.architectures import ARCHITECTURES, Plan

HIDDEN = 128 * 60 + 60
"""Weights and biases of the last layer."""


def conv_weights(maps, channels=2, biases=True):
    return sum(9 * a * b + biases * b for a, b in zip((channels, *maps), maps, strict=False))


def full_weights(units, biases=1):
    return sum((inputs + biases) * outputs for inputs, outputs in zip((2 * 64, *units), units, strict=False))


def head(units, biases=1):
    """Return the weights of the two last layers behind so many units: biases, or two numbers that normalise."""
    return units * 128 + biases * 128 + HIDDEN


PARAMETERS = {
    "conv4": conv_weights(architectures.CONV4) + head(128 * 64),
    "conv6": conv_weights(architectures.CONV6) + head(256 * 64),
    "conv8": conv_weights(architectures.CONV8) + head(256 * 64),
    "conv8-dropout": conv_weights(architectures.CONV8) + head(256 * 64),
    "conv8-bn": conv_weights(architectures.CONV8, biases=False) + 2 * sum(architectures.CONV8) + head(256 * 64, 2),
    "conv8x32-bn": conv_weights((32,) * 8, biases=False) + 2 * 8 * 32 + head(32 * 64, 2),
    # published sizes of the stacks, for pictures of 3 channels: 0.46, 0.85, 1.0, 7.0 and 8.9 million
    "resnet-32": 463_360 + head(64 * 4, 2),
    "resnet-32-np": 463_360 + head(64 * 64, 2),
    "resnet-32-np-p": 463_360 + 16 * 32 + 32 * 64 + 2 * (32 + 64) + head(64 * 64, 2),
    "resnet-56": 852_224 + head(64 * 4, 2),
    "resnet-56-np": 852_224 + head(64 * 64, 2),
    "resnet-56-np-p": 852_224 + 16 * 32 + 32 * 64 + 2 * (32 + 64) + head(64 * 64, 2),
    "densenet-40": 1_015_088 + head(448 * 64, 2),
    "densenet-100": 6_967_808 + head(1168 * 64, 2),
    "widenet-40-4": 8_946_496 + head(256 * 64, 2),
    "full3": full_weights(architectures.FULL) + head(architectures.FULL[-1]),
    "full3-bn": full_weights(architectures.FULL, 2) + head(architectures.FULL[-1], 2),
}


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_shapes_and_parameters(torch, name):
    net = architectures.make(Plan(name))
    assert sum(each.numel() for each in net.parameters()) == PARAMETERS[name]
    net.eval()
    with torch.inference_mode():
        assert net(torch.zeros(2, 2, 8, 8)).shape == (2, 60)


@pytest.mark.parametrize(("name", "depth"), [("resnet-32", 32), ("resnet-56-np", 56), ("widenet-40-4", 40)])
def test_layers_are_counted_as_their_papers_do(torch, name, depth):
    """Convolutions, projections of wide nets among them, and one layer for the head, which has two here."""
    net = architectures.make(Plan(name, width=0.125))
    convolutions = [layer for layer in net.modules() if isinstance(layer, torch.nn.Conv2d)]
    assert len(convolutions) + (0 if name.startswith("widenet") else 1) == depth
    assert len([layer for layer in net.modules() if isinstance(layer, torch.nn.Linear)]) == 2


@pytest.mark.parametrize(("name", "depth"), [("densenet-40", 40), ("densenet-100", 100)])
def test_dense_layers_see_all_before_them(torch, name, depth):
    net = architectures.make(Plan(name))
    convolutions = [layer for layer in net.modules() if isinstance(layer, torch.nn.Conv2d)]
    assert len(convolutions) + 1 == depth
    inputs = [layer.in_channels for layer in convolutions if layer.out_channels == 12]
    assert inputs == [16 + 12 * number for number in range(depth - 4)]


@pytest.mark.parametrize("width", [1.0, 0.5])
def test_a_fully_connected_network_costs_as_much_as_conv4(torch, width):
    conv4, full3 = (multiplications(architectures.make(Plan(name, width=width))) for name in ("conv4", "full3"))
    assert full3 == pytest.approx(conv4, rel=0.03)


def multiplications(net):
    """Return those of a position: a weight of a convolution is used once a square."""
    return sum(each.numel() * (64 if each.ndim == 4 else 1) for each in net.parameters() if each.ndim > 1)


def test_width_is_a_factor_of_all_maps(torch):
    net = architectures.make(Plan("conv4", "vmoves", 0.25))
    convolutions = [layer for layer in net.modules() if isinstance(layer, torch.nn.Conv2d)]
    assert [layer.out_channels for layer in convolutions] == [16, 16, 32, 32]
    assert convolutions[0].in_channels == 3


def test_weights_begin_by_the_method_of_he(torch):
    torch.manual_seed(1)
    layers = [layer for layer in architectures.make(Plan("conv8")).modules() if hasattr(layer, "weight")]
    for layer in layers:
        inputs = layer.weight[0].numel()
        assert layer.weight.std().item() == pytest.approx(np.sqrt(2 / inputs), rel=0.1)
        assert not layer.bias.any()


@pytest.mark.parametrize("name", ["conv4", "conv8-bn"])
def test_a_board_goes_to_the_network_of_its_stage(torch, name):
    """Each of three networks answers for twenty moves, in the order of the boards, whatever else is in the batch."""
    torch.manual_seed(2)
    net = architectures.make(Plan(name, width=0.125, stages=3))
    boards = torch.zeros(60, 2, 64)
    for number, move in enumerate(torch.randperm(60).tolist()):
        boards[number, 0, : 2 + move // 2] = 1
        boards[number, 1, 62 - move + move // 2 :] = 1
    boards = boards.reshape(-1, 2, 8, 8)
    net.eval()
    with torch.inference_mode():
        found = net(boards)
        for board, outputs in zip(boards, found, strict=True):
            wanted = net.nets[(int(board.sum()) - 4) // 20](board[None])[0]
            assert torch.allclose(outputs, wanted, atol=1e-5)
    full = torch.ones(1, 2, 8, 8)
    assert torch.equal(net(full), net.nets[2](full))


def test_a_stage_with_one_board_of_a_batch_learns(torch):
    net = architectures.make(Plan("conv8-bn", width=0.125, stages=3))
    boards = torch.zeros(4, 2, 8, 8)
    boards[3] = 1
    net.train()
    net(boards).sum().backward()
    assert [each[-1][-1].weight.grad is not None for each in net.nets] == [True, False, True]


def test_zeros_fill_up_a_shortcut(torch):
    from fourfold.evaluators.torch_othello.residual import Filled

    given = torch.arange(2 * 3 * 64.0).reshape(2, 3, 8, 8)
    found = Filled(2, stride=2)(given)
    assert found.shape == (2, 5, 4, 4)
    assert torch.equal(found[:, :3], given[:, :, ::2, ::2])
    assert not found[:, 3:].any()


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan("conv5"), "no network named 'conv5'; choose from conv4, conv6"),
        (Plan("conv4", "colours"), "no encoding named 'colours'; choose from pieces, ones, vmoves"),
        (Plan("conv4", width=0.0), "width=0 must be above 0"),
        (Plan("conv4", stages=61), "stages=61 must be from 1 to 60"),
    ],
)
def test_bad_plans(plan, message):
    with pytest.raises(InputError, match=message):
        architectures.check(plan)
