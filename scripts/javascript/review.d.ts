// What the computer has found, as server/web/api/analysis.py tells it.

interface Candidate { move: string; chance: number; visits: number; length: string; line: string[]; texts: string[] }

interface Evaluated {
  ply: number;
  win: { [colour: string]: number };
  certain: string;
  lost: string;
  over: boolean;
  sure: string;
  candidates: Candidate[];
  mistake?: { sign: string; text: string; line: string[]; texts: string[] } | null;
}

interface Analysis {
  state: "none" | "waiting" | "done" | "stopped";
  text: string;
  done: number;
  count: number;
  may: boolean;
  why: string;
  review: {
    colours: string[];
    evaluations: Evaluated[];
    accuracy: { text: string }[];
    moments: {
      ply: number; text: string; line: string[]; texts: string[];
      reasons: { text: string; line: string[]; texts: string[]; places: string[] }[];
    }[];
    none: string;
    points: string;
  } | null;
}
