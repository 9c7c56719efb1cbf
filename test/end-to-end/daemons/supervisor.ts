import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { type UnitFile, valueOf, wordsOf } from '../../main/cli/unattended/unit-file.ts';

/** How one start of the service ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What became of the service. */
export type Outcome = 'stopped' | 'ended' | 'not-again' | 'too-often';

/**
 * A small stand-in for systemd: runs the start line of a unit and obeys the unit's own rules about starting again
 * (systemd.service, Restart=on-failure). It waits by a clock of its own that does not really wait, and hands on nothing of
 * our environment: no HOME, no session, no desktop.
 */
export class Supervisor {
  readonly #unit: UnitFile;
  readonly #environment: NodeJS.ProcessEnv;
  /** How each start ended. */
  readonly ends: End[] = [];
  /** How long it waited before each further start, seconds. */
  readonly waits: number[] = [];
  /** What the service said on standard error. */
  said = '';
  starts = 0;
  #now = 0;
  readonly #started: number[] = [];
  #isStopping = false;
  #child: ChildProcess | null = null;
  #isReady: (line: unknown) => void = () => undefined;
  #ready = this.#nextLine();

  constructor(unit: UnitFile, environment: NodeJS.ProcessEnv = {}) {
    this.#unit = unit;
    this.#environment = environment;
  }

  /** Runs the service until it is over for good. */
  async run(): Promise<Outcome> {
    for (;;) {
      this.#started.push(this.#now);
      const end = await this.#once();
      this.ends.push(end);
      if (this.#isStopping) return 'stopped';
      if (isClean(end)) return 'ended';
      if (this.#numbers('RestartPreventExitStatus').includes(end.code ?? -1)) return 'not-again';
      const [wait = 0] = this.#numbers('RestartSec');
      this.waits.push(wait);
      this.#now += wait;
      if (this.#isTooOften()) return 'too-often';
    }
  }

  /** The first line of the start that runs, or of the next one. */
  ready(): Promise<unknown> {
    return this.#ready;
  }

  /** Ends it as a crash would. The next `ready` is of the start after it. */
  kill(): void {
    this.#ready = this.#nextLine();
    this.#child?.kill('SIGKILL');
  }

  /** `systemctl stop`: SIGTERM, and after TimeoutStopSec SIGKILL. */
  stop(): void {
    this.#isStopping = true;
    const child = this.#child;
    const [seconds = 0] = this.#numbers('TimeoutStopSec');
    const late = setTimeout(() => child?.kill('SIGKILL'), seconds * 1000);
    child?.once('exit', () => clearTimeout(late));
    child?.kill('SIGTERM');
  }

  #nextLine(): Promise<unknown> {
    return new Promise(resolve => (this.#isReady = resolve));
  }

  #once(): Promise<End> {
    const [program = '', ...args] = wordsOf(valueOf(this.#unit, 'Service', 'ExecStart'));
    this.starts += 1;
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', ...this.#environment };
    const child = spawn(program, args, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.said += text));
    createInterface({ input: child.stdout }).once('line', line => this.#isReady(JSON.parse(line)));
    return new Promise(resolve => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
  }

  /** Whether another start would be one too many within the unit's time. */
  #isTooOften(): boolean {
    const [within = 0] = this.#numbers('StartLimitIntervalSec', 'Unit');
    const [most = 0] = this.#numbers('StartLimitBurst', 'Unit');
    return this.#started.filter(at => this.#now - at < within).length >= most;
  }

  #numbers(name: string, section = 'Service'): readonly number[] {
    return valueOf(this.#unit, section, name).split(' ').map(Number);
  }
}

/** What systemd takes for an end in order: code 0, and the signals by which a service is asked to end. */
function isClean({ code, signal }: End): boolean {
  return code === 0 || ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGPIPE'].includes(signal ?? '');
}
