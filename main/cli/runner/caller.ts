/** Who called the command line: all that it takes from its process and gives to it. */
export interface Caller {
  /** The arguments after the program's own name. */
  readonly args: readonly string[];
  /** The folder that relative paths count from, absolute. */
  readonly folder: string;
  /** The data directory when `--data` names none. */
  readonly dataDirectory: string;
  /** This computer's name, for conflict copies. */
  readonly computer: string;
  /** The product's version. */
  readonly version: string;
  /** How this program is called from a shell, word by word; left out where no shell calls it. */
  readonly command?: readonly string[];
  /** Writes data to standard output, exactly as given; a terminal gets what could act on it as its code. */
  readonly print: (text: string) => void;
  /** Writes a message for people to standard error, with a line end. */
  readonly tell: (message: string) => void;
  /** All of standard input; of a terminal, its first line, after `prompt`. @throws Ending 2 above a size that no key reaches. */
  readonly readInput: (prompt?: string) => Promise<string>;
  /** Left out: each command line. `app`: the desktop app, which starts and ends this process by itself. */
  readonly host?: 'app';
  /** Aborted when the process is asked to stop (SIGTERM, SIGINT, SIGHUP). */
  readonly stop: AbortSignal;
}
