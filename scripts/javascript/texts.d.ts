// The texts of a page's scripts in its language, as engine/languages/scripts.py writes them.

interface PageTexts {
  language: string;
  dates: string; // the locale of dates and numbers
  texts: { [english: string]: string | { [category: string]: string } };
  words: { [english: string]: string };
}

interface GapValues {
  [gap: string]: string | number;
}

declare const bocheTexts: PageTexts | undefined; // of a page that is not English
