import type { Handlers } from '../../../shared/contract.ts';
import type { CopySaver } from '../../items/local/save-copy.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Topics } from '../../items/topics.ts';
import { SupportBundle } from './bundle.ts';
import { healthOf } from './health.ts';
import { logPage } from './log-lines.ts';
import { RecordCheck } from './record-check.ts';
import { Redactor } from './redact.ts';
import { Tools } from './tools.ts';

type DiagnosticsCall = keyof Handlers & `diagnostics.${string}`;

/** Windows are told of new log lines at most this often, in milliseconds. */
const TELL_EVERY_MS = 250;

/** Health, log, checks and support bundle. Reads only, apart from writing the bundle to the chosen folder. */
export class Diagnostics {
  readonly handlers: Pick<Handlers, DiagnosticsCall>;
  readonly #context: AppContext;
  readonly #topics: Topics;
  readonly #tools: Tools;
  readonly #words = new Map<string, string>();
  #isTelling = false;
  #isClosed = false;

  constructor(context: AppContext, topics: Topics, copies: CopySaver) {
    this.#context = context;
    this.#topics = topics;
    const redactorFor = (showsNames: boolean): Redactor =>
      new Redactor(context.world.random, showsNames, { words: this.#words, known: knownNames(context) });
    const check = new RecordCheck(context.journal, context.settings.journalPath);
    const health = (isThorough: boolean) => healthOf(context, check, isThorough);
    const bundle = new SupportBundle(context, redactorFor, () => health(true));
    const log = { book: context.world.logBook, breath: () => context.world.clock.sleep(0) };
    const tools = new Tools(context, run => topics.publish('diagnostics.tool', run));
    this.#tools = tools;
    this.handlers = {
      'diagnostics.health': ({ isThorough }) => health(isThorough),
      'diagnostics.log': question => logPage(log, question, redactorFor(question.showsNames)),
      'diagnostics.bundle': ({ showsNames }) => bundle.prepare(showsNames),
      'diagnostics.bundleFile': async asked => bundle.page(asked.bundle, asked.name, asked.offset),
      'diagnostics.saveBundle': async asked => ({ path: await bundle.save(copies, asked) }),
      'diagnostics.begin': async ({ tool, mirror }) => ({ run: tools.begin(tool, mirror) }),
      'diagnostics.stop': async ({ run }) => (tools.stop(run), null),
      'diagnostics.findings': async asked => tools.findings(asked.run, asked),
    };
  }

  /** Starts reporting new log lines. */
  start(): void {
    const { logBook } = this.#context.world;
    this.#topics.publish('diagnostics.tool', null);
    this.#topics.publish('diagnostics.logged', logBook?.count() ?? 0);
    logBook?.onLine(() => this.#tellSoon());
  }

  /** Stops the tool that is running. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#tools.close();
  }

  #tellSoon(): void {
    if (this.#isTelling || this.#isClosed) return;
    this.#isTelling = true;
    const tell = async (): Promise<void> => {
      await this.#context.world.clock.sleep(TELL_EVERY_MS);
      this.#isTelling = false;
      if (!this.#isClosed) this.#topics.publish('diagnostics.logged', this.#context.world.logBook?.count() ?? 0);
    };
    // Logging this error would trigger the next report.
    tell().catch(() => void (this.#isTelling = false));
  }
}

/** Names that may occur in any text: of this computer and of the mirrored folders. */
function knownNames({ journal, settings }: AppContext): readonly string[] {
  const paths = journal.mirrors.all().flatMap(({ root, remotePath }) => [root.path, remotePath]);
  const names = paths.flatMap(path => path.split(/[/\\]/));
  return [...new Set([settings.computer, ...names])].filter(
    name => !/^(?:home|users|tmp|var|mnt|media|data)?$/i.test(name),
  );
}
