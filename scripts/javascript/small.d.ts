// What small boards have no use for, though a type that they share names it.

interface SpokenPosition {}
interface MoveInput {}
interface BlindTable {}
