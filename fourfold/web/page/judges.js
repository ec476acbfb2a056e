/** Which players of a game are asked, if the person does not say. */

const PERFECT = "perfect";

/** Return the player to begin with: the strongest that searches, for one can see it think, and that can be beaten. */
export function proposed(game) {
  return game.players.find((each) => each.searches && each.name !== PERFECT) ?? game.players[0];
}

/** Return the player to ask for hints and values: the opponent, or another if it neither searches nor ranks. */
export function analystOf(game, name) {
  const opponent = game.players.find((each) => each.name === name);
  return opponent?.searches || opponent?.ranks ? opponent : proposed(game);
}

/** Return the player whose values are the course of the game: one for all positions, or they could not be compared. */
export function judgeOf(game, name) {
  const analyst = analystOf(game, name);
  return analyst.searches ? analyst : proposed(game);
}
