// Boards and events as server/web/ sends them.

interface Seat {
  seat: number;
  name: string;
  colour: string;
  guest: boolean;
  level: string | null;
  taken: boolean;
  bank: number | null;
  here: boolean;
  asked: boolean;
  away: number | null;
  banned: boolean;
  present: boolean | null; // at the board of a live game; null where it is not known
}

interface Offer {
  what: "undo" | "draw" | "end" | "rematch";
  seat: number;
}

interface Outcome {
  winner: number | null;
  kind: string;
  reason: string | null;
  result: string | null;
}

interface Board {
  watch: string | null; // the secret of the link to watch a private one
  board: number;
  game: string;
  title: string;
  options: { [name: string]: string | number | boolean };
  state: "open" | "active" | "over";
  rated: boolean;
  clock: {
    start: number | null; increment: number; most: number | null; nag: unknown;
    text: string; live: boolean; first_move: number | null;
  };
  created: number;
  began: number | null;
  ended: number | null;
  now: number | null; // null where only an event told of it
  ply: number;
  moves: string[];
  texts: string[]; // the moves as they are shown
  turn: number | null;
  to_move: string | null;
  deadline: number | null;
  waiting: string;
  first: boolean;
  abortable: boolean;
  claimable: boolean;
  offer: Offer | null;
  outcome: Outcome | null;
  next_level?: number | null; // the level to offer after a game against one, 0 for none
  events: number;
  before: number | null;
  after: number | null;
  tournament: { tournament: number; title: string; kind: string; path: string; counts: boolean } | null;
  seats: Seat[];
  own: number[];
}

interface MoveEvent {
  kind: "move"; number: number; at: number; seat: number;
  ply: number; text: string; saved: number | null; swaps: boolean;
  turn: number | null; deadline: number | null;
}

interface EndEvent {
  kind: "end"; number: number; at: number;
  winner: number | null; how: string; reason: string; result: string;
}

interface ChatEvent { kind: "chat"; number: number; at: number; seat: number; text: string }
interface RematchEvent { kind: "rematch"; number: number; at: number; board: number }
interface AnswerEvent { kind: "answer"; number: number; at: number; accepted: boolean; seat: number; what: Offer["what"] }
interface PlanEvent { kind: "plan"; number: number; at: number; move: string; reason: string }
interface AnalysisEvent { kind: "analysis"; number: number; at: number; done: number; count: number }

interface PresenceEvent { kind: "gone" | "here"; number: number; at: number; seat: number }

type BoardEvent = MoveEvent | EndEvent | ChatEvent | RematchEvent | AnswerEvent | PlanEvent | AnalysisEvent | PresenceEvent;

// What awaits an account: the number of boards, and those where it is their turn, the next one first.
interface Call { board: number; about: string; text: string }
interface TurnNews { due: number; boards: number[]; calls: Call[] }

// A page's share of the stream of events; with no board, of its account's turns alone.
interface Member {
  board: number;
  secret: string;
  last: number;
  turns: boolean;
  language: string; // of the page, in which it is told reasons
  say(message: StreamMessage): void;
}

interface StreamMessage {
  event?: BoardEvent;
  stands?: boolean;
  why?: string;
  over?: boolean; // the server refuses, and is not asked again
  anew?: boolean;
  turns?: TurnNews;
  refused?: boolean; // nobody is signed in any longer
}
