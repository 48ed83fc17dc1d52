// What view.js uses of the page that it is the base of.

import type { Alerts } from "../../assets/live/alerts.js";
import type { Guide } from "../../assets/live/guide.js";
import type { Moves, Players } from "../../assets/live/panel.js";
import type { Review } from "../../assets/live/review.js";
import type { Sending } from "../../assets/live/sending.js";
import type { Settings } from "../../assets/live/settings.js";

declare module "../../assets/live/view.js" {
  interface BoardView {
    board: Board;
    ply: number;
    line: string[] | null;
    left: Board | null;
    from: number;
    sending: PendingMove | null;
    sender: Sending;
    ahead: number;
    alerts: Alerts;
    way: Direction | null;
    clicked: Click | null;
    pinned: boolean;
    dark: MediaQueryList;
    game: GameWords;
    list: Moves;
    moveInput: MoveInput;
    palette: string;
    players: Players;
    review: Review;
    secret: string;
    guide: Guide;
    settings: Settings;
    shared: SharedData;
    table: LiveTable | BlindTable;
    readonly mine: boolean;
    readonly nextBoard: number | null;
    readonly own: boolean;
    readonly playing: boolean;
    readonly seat: number;
    ending(): string;
    placeAt(ply: number): Place | undefined;
    play(text: string): Promise<void>;
    sure(text: string, act: () => void): Promise<void>;
    rematchAt(number: number, now?: boolean): void;
    showEnd(): void;
  }
}
