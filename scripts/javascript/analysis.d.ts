// What the analysis board gets from its page, and what it keeps.

interface AnalysisStart {
  source: { board?: number; game?: string; options?: { [name: string]: number | boolean } };
  query: string; // the same for a request
  moves: string[]; // of the game
  texts: string[]; // the same as they are shown
  ply: number; // where to begin
  asks: boolean; // whether the computer may be asked
}

type StoredBranch = [move: string, below: any[], text?: string];
