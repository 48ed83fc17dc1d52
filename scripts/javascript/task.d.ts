// What the page of a task has no use for, though a type that it shares names it.

interface SpokenPosition {}
