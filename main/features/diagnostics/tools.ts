import { badRequest, FaultError, toFault } from '../../../shared/fault.ts';
import type { MirrorId } from '../../../shared/ids.ts';
import type { Finding, ToolFindings, ToolName, ToolRun } from '../../../shared/features/diagnostics/model.ts';
import { toolTexts as texts } from '../../../shared/features/diagnostics/text.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { AppContext } from '../../items/app-context.ts';
import { rebuildDry } from './rebuild.ts';
import { resetRecord } from './renew.ts';
import { type ToolWork, verifyMirror } from './verify.ts';

/** Windows are told of progress at most this often, in milliseconds. */
const TELL_EVERY_MS = 250;
/** Further findings are only counted. */
const MOST_FINDINGS = 10_000;

const TOOLS: {
  readonly [T in ToolName]: (context: AppContext, mirror: Mirror, work: ToolWork) => Promise<readonly string[]>;
} = {
  verify: verifyMirror,
  rebuild: rebuildDry,
  renew: resetRecord,
};

/** Runs one tool at a time. Tools can be stopped at any point without leaving work half done. */
export class Tools {
  readonly #context: AppContext;
  readonly #tell: (run: ToolRun) => void;
  #run: ToolRun | null = null;
  #findings: Finding[] = [];
  #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #toldAt = 0;

  constructor(context: AppContext, tell: (run: ToolRun) => void) {
    this.#context = context;
    this.#tell = tell;
  }

  /** Starts a tool. @returns the run's id. @throws FaultError `bad-request`. */
  begin(tool: ToolName, id: string): string {
    const { journal, world } = this.#context;
    if (this.#run?.state === 'running') throw badRequest(texts.busy);
    const mirror = journal.mirrors.get(id as MirrorId);
    if (mirror === null) throw badRequest(texts.noMirror(id));
    if (mirror.halted !== null) throw badRequest(texts.halted);
    const run: ToolRun = {
      id: world.random.uuid(),
      tool,
      mirror: id,
      state: 'running',
      done: 0,
      total: null,
      found: 0,
      summary: [],
      fault: null,
    };
    this.#run = run;
    this.#findings = [];
    this.#stopping = new AbortController();
    this.#publish({}, true);
    this.#running = this.#carryOut(tool, mirror, this.#stopping.signal);
    return run.id;
  }

  /** Stops the run at the next file. */
  stop(run: string): void {
    if (this.#run?.id === run) this.#stopping.abort();
  }

  /** @throws FaultError `bad-request` when another run was started since. */
  findings(run: string, { from, limit }: { readonly from: number; readonly limit: number }): ToolFindings {
    if (this.#run?.id !== run) throw badRequest(texts.forgotten);
    return { findings: this.#findings.slice(from, from + limit), total: this.#run.found };
  }

  /** Stops the tool that is running. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #carryOut(tool: ToolName, mirror: Mirror, signal: AbortSignal): Promise<void> {
    const work: ToolWork = {
      isStopped: () => signal.aborted,
      progress: (done, total) => this.#publish({ done, total }),
      find: finding => this.#find(finding),
    };
    try {
      const summary = await TOOLS[tool](this.#context, mirror, work);
      this.#publish({ state: signal.aborted ? 'stopped' : 'done', summary: [...summary] }, true);
    } catch (error) {
      if (!(error instanceof FaultError)) this.#context.world.log.error('tool.failed', { tool, error: wordsOf(error) });
      this.#publish({ state: 'failed', fault: toFault(error) }, true);
    }
  }

  #find(finding: Finding): void {
    if (this.#findings.length < MOST_FINDINGS) this.#findings.push(finding);
    this.#publish({ found: (this.#run?.found ?? 0) + 1 });
  }

  #publish(change: Partial<ToolRun>, now = false): void {
    if (this.#run === null) return;
    this.#run = { ...this.#run, ...change };
    const elapsed = this.#context.world.clock.elapsed();
    if (!now && elapsed - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = elapsed;
    this.#tell(this.#run);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
