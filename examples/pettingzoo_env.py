"""The games as environments of PettingZoo, with action masks as in its classic games.

    pip install boche pettingzoo
    python examples/pettingzoo_env.py octi        # a random game, with the board at its end

An observation is a dictionary: ``observation`` has the planes of ``Position.observation``, as the
agent sees them, and ``action_mask`` is 1 for each legal action. The mask of the agent that is not
to move is 0 throughout. A winner gets 1 and a loser -1, at the end of the game.
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import boche

Observation = dict[str, npt.NDArray[Any]]

AGENTS = ("player_0", "player_1")


def env(*args: Any, **kwargs: Any) -> AECEnv[str, Observation, int | None]:
    """Return an environment in which whoever takes an illegal action loses; see ``RawEnv``."""
    checked = wrappers.TerminateIllegalWrapper(RawEnv(*args, **kwargs), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class RawEnv(AECEnv[str, Observation, int | None]):
    """A game between two agents.

    Where a move consists of several steps, as in Octi, an action is one step, and the same agent
    goes on until the move is complete. So read ``agent_selection`` after each step.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - an instance has its own
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | boche.Position = "boche",
        *,
        render_mode: str | None = None,
        max_cycles: int = 10_000,
        pixels: tuple[int, int] = (640, 480),
        **options: int,
    ) -> None:
        """Make an environment for a game by name, with its options, or for games from a position.

        After ``max_cycles`` actions, or where no legal move has an action, a game is truncated.
        ``pixels`` are the width and height of pictures (``rgb_array``).
        """
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"no render mode {render_mode!r}")
        self.start: Any = (
            boche.new(boche.GameName(game), **options) if isinstance(game, str) else game
        )
        self.position: boche.State = self.start
        self.metadata = {**self.metadata, "name": f"{self.start.game.name}_v0"}
        self.render_mode, self.max_cycles, self.pixels = render_mode, max_cycles, pixels
        self.possible_agents = list(AGENTS)
        actions, shape = self.start.num_actions, self.start.observation_shape
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(actions) for agent in AGENTS
        }
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                observation=spaces.Box(0.0, 1.0, shape, np.float32),
                action_mask=spaces.Box(0, 1, (actions,), np.int8),
            )
            for agent in AGENTS
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. There is no chance in these games, so ``seed`` changes nothing."""
        self.position, self.cycles = self.start, 0
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self._settle()

    def observe(self, agent: str) -> Observation:
        mask = np.zeros(self.start.num_actions, np.int8)
        if agent == self.agent_selection:
            mask[self.position.legal_actions()] = 1
        planes = self.position.observation(AGENTS.index(agent))
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action, or None if the game is over. Raises ``IllegalMoveError``."""
        agent = self.agent_selection
        if action is None or self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position, self.cycles = self.position.apply(action), self.cycles + 1
        self._cumulative_rewards[agent] = 0.0
        self._settle()
        self._accumulate_rewards()

    def _settle(self) -> None:
        """Find whose turn it is, and whether the game is over."""
        position = self.position
        self.agent_selection = AGENTS[position.player]
        if position.is_over:
            self.terminations = dict.fromkeys(AGENTS, True)
            self.rewards = dict(zip(AGENTS, position.returns(), strict=True))
        elif self.cycles >= self.max_cycles or not position.legal_actions():
            self.truncations = dict.fromkeys(AGENTS, True)
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the board as text (``ansi``) or as a picture (``rgb_array``), or print it.

        It shows the last whole move. A picture is of uint8, (height, width, 3).
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render_mode")
            return None
        position = self.position.whole
        if self.render_mode == "rgb_array":
            picture: npt.NDArray[np.uint8] = position.image(size=self.pixels)
            return picture
        text = f"{position}\n{position!r}\n"
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing; there is nothing to release."""


raw_env = RawEnv
"""The name that PettingZoo's own environments use."""


def main() -> None:
    """Play a random game."""
    game = env(*sys.argv[1:2], render_mode="ansi")
    game.reset()
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        if terminated or truncated:
            print(f"{agent}: {reward:+g}")
            game.step(None)
        else:
            assert observation is not None
            game.step(game.action_space(agent).sample(observation["action_mask"]))
    print(game.render())


if __name__ == "__main__":
    main()
