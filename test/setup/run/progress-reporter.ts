import { relative } from 'node:path';

import { MinimalReporter, type TestModule, type TestSpecification } from 'vitest/node';

import { failureNote } from './failure-note.ts';
import { slashed } from './test-files.ts';
import type { Tier } from './tiers.ts';
import { usualLength, type UsualTimes } from './usual-times.ts';

/** In a terminal one line is drawn again each second; in a log, as of a build server, a new line comes seldom. */
const EVERY_MS = { terminal: 1000, log: 15_000 };
/** Files that usually take less are not named as what is being run. */
const WORTH_NAMING_SECONDS = 3;

/**
 * What `npm test` says: one line of what is being run and how long that usually takes, each failed test with its error, and
 * in the end for each failed test its sentence, its seed and the command that repeats it alone.
 */
export class ProgressReporter extends MinimalReporter {
  readonly #tier: Tier;
  readonly #usual: UsualTimes;
  readonly #running = new Map<string, number>();
  readonly #took = new Map<string, number>();
  #expected = 0;
  #files = 0;
  #failed = 0;
  #began = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(tier: Tier, usual: UsualTimes) {
    super();
    this.#tier = tier;
    this.#usual = usual;
  }

  /** What each file took, in seconds, by path. */
  get took(): ReadonlyMap<string, number> {
    return this.#took;
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart([...specifications]);
    this.#began = performance.now();
    this.#files = specifications.length;
    const paths = specifications.map(({ moduleId }) => this.#path(moduleId));
    this.#expected = usualLength(this.#usual, paths);
    const takes = this.#expected === 0 ? '' : `, usually ${lengthOf(this.#expected)} on two cores`;
    this.log(`${this.#files} files of tests${takes}`);
    this.#timer = setInterval(() => this.#tell(), this.isTTY ? EVERY_MS.terminal : EVERY_MS.log);
    this.#timer.unref();
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.set(this.#pathOf(module), performance.now());
  }

  override onTestModuleEnd(module: TestModule): void {
    const path = this.#pathOf(module);
    const began = this.#running.get(path) ?? performance.now();
    this.#running.delete(path);
    this.#took.set(path, (performance.now() - began) / 1000);
    if (module.state() === 'failed') this.#failed += 1;
    this.#clearLine();
    super.onTestModuleEnd(module);
  }

  override onTestRunEnd(...ended: Parameters<MinimalReporter['onTestRunEnd']>): void {
    clearInterval(this.#timer);
    this.#clearLine();
    super.onTestRunEnd(...ended);
    for (const module of ended[0]) for (const note of this.#notesOf(module)) this.log(`\n${note}`);
  }

  #notesOf(module: TestModule): readonly string[] {
    const path = this.#pathOf(module);
    const tests = [...module.children.allTests('failed')];
    if (tests.length === 0 && module.state() !== 'failed') return [];
    if (tests.length === 0) return [failureNote({ path, sentence: null, messages: [] }, this.#tier)];
    return tests.map(test => {
      const messages = (test.result().errors ?? []).map(({ message }) => message);
      // Suites around a test are part of what `-t` looks into.
      return failureNote({ path, sentence: test.fullName.replaceAll(' > ', ' '), messages }, this.#tier);
    });
  }

  #tell(): void {
    const line = `${this.#done()} · ${this.#longRunning() || 'small files'}`;
    if (this.isTTY) process.stdout.write(`\r\u001b[K${line.slice(0, (process.stdout.columns ?? 80) - 1)}`);
    else this.log(line);
  }

  #done(): string {
    const failed = this.#failed === 0 ? '' : `, ${this.#failed} failed`;
    const usually = this.#expected === 0 ? '' : ` of about ${lengthOf(this.#expected)}`;
    return `${lengthOf((performance.now() - this.#began) / 1000)}${usually}: ${this.#took.size} of ${this.#files} files${failed}`;
  }

  /** What is being run and takes long, the longest first. */
  #longRunning(): string {
    const usual = (path: string): number => this.#usual[path] ?? 0;
    const running = [...this.#running.keys()].toSorted((one, other) => usual(other) - usual(one));
    const long = running.filter(path => usual(path) >= WORTH_NAMING_SECONDS || this.#seconds(path) >= 5);
    return long.map(path => `${path}${usual(path) === 0 ? '' : ` (usually ${lengthOf(usual(path))})`}`).join(', ');
  }

  #seconds(path: string): number {
    return (performance.now() - (this.#running.get(path) ?? performance.now())) / 1000;
  }

  #clearLine(): void {
    if (this.isTTY) process.stdout.write('\r\u001b[K');
  }

  #pathOf({ moduleId }: TestModule): string {
    return this.#path(moduleId);
  }

  #path(moduleId: string): string {
    return slashed(relative(this.ctx.config.root, moduleId));
  }
}

/** `12 s`, `3 min 05 s`. */
export function lengthOf(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
