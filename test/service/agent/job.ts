import type { AgentFile, AgentRequest, Reply, Tools } from './words/conversation.ts';
import { type Findings, NO_FINDINGS } from './reply/findings.ts';
import { perform } from './reply/perform.ts';
import { plan, type Step } from './request/plan.ts';
import { replyTo } from './reply/reply.ts';
import type { Taken } from './request/take.ts';

/**
 * Where a job stands: how many of its steps are done and what they found. Plain values, to be kept as JSON. A job that
 * was stopped goes on from its last kept state, or from the beginning; both end in the same reply as long as the
 * knowledge base answers the same.
 */
export interface JobState {
  readonly done: number;
  readonly findings: Findings;
}

/** The `metadata` of a message that is being replied to, or of the reply. */
export type ReplyStatus =
  | { readonly status: 'queued' }
  /** `step` counts from 1 to `steps`. */
  | { readonly status: 'running'; readonly progress: string; readonly step: number; readonly steps: number }
  | { readonly status: 'completed' }
  /** `reason` is fit for the user. */
  | { readonly status: 'failed'; readonly reason: string };

/** One change of a job. */
export type JobEvent =
  /** A step begins; `state` is what to keep so that the job can go on here. */
  | {
      readonly kind: 'running';
      readonly status: ReplyStatus & { readonly status: 'running' };
      readonly state: JobState;
    }
  | {
      readonly kind: 'completed';
      readonly status: ReplyStatus & { readonly status: 'completed' };
      readonly reply: Reply;
    }
  | { readonly kind: 'failed'; readonly status: ReplyStatus & { readonly status: 'failed' }; readonly cause: unknown };

/** Nothing done yet. */
export const JOB_BEGINNING: JobState = { done: 0, findings: NO_FINDINGS };

/**
 * Works on a request, one step per turn: each turn begins with the event of the step that comes next, so the caller
 * that pulls the events sets the pace (a pause between two pulls is a slower agent) and may stop at any time.
 * The last event is `completed` or `failed`; a stopped job has neither. The caller keeps the reply, its files and the
 * memory in one transaction, so that a job killed before that leaves nothing behind.
 */
export async function* work(
  request: AgentRequest,
  tools: Tools,
  from: JobState = JOB_BEGINNING,
): AsyncGenerator<JobEvent, void, void> {
  const steps = plan(request);
  const given = withTaken(request, tools);
  let state = from;
  try {
    for (const [index, step] of steps.entries()) {
      if (index < from.done) continue;
      yield { kind: 'running', status: runningStatus(step, index, steps.length), state };
      const findings = await perform(step, await given(state.findings), { tools, findings: state.findings });
      state = { done: index + 1, findings };
    }
    yield {
      kind: 'completed',
      status: { status: 'completed' },
      reply: await replyTo(await given(state.findings), state.findings),
    };
  } catch (cause) {
    yield { kind: 'failed', status: { status: 'failed', reason: REASONS[steps[state.done]?.kind ?? 'write'] }, cause };
  }
}

/** The request as if the files that were taken had been given with it; they are opened once, also by a job that goes on. */
function withTaken(request: AgentRequest, tools: Tools): (findings: Findings) => Promise<AgentRequest> {
  let files: readonly AgentFile[] | null = null;
  return async ({ taken }) => {
    if (taken === null || taken.files.length === 0) return request;
    files ??= await openedIn(taken, tools);
    return { ...request, files };
  };
}

async function openedIn({ files, maps }: Taken, tools: Tools): Promise<readonly AgentFile[]> {
  const opened: AgentFile[] = [];
  for (const { id } of [...files, ...maps]) {
    const file = await tools.open(id);
    if (file !== null) opened.push(file);
  }
  return opened;
}

function runningStatus(step: Step, index: number, steps: number): ReplyStatus & { readonly status: 'running' } {
  return { status: 'running', progress: step.says, step: index + 1, steps };
}

/** What broke, without the words of the error: those may tell more than the user may know. */
const REASONS: { readonly [kind in Step['kind']]: string } = {
  search: 'The knowledge base could not be searched.',
  take: 'The knowledge base could not be searched.',
  use: 'A file could not be read.',
  analyse: 'A table could not be analysed.',
  summarise: 'A file could not be read.',
  protocol: 'A file of the knowledge base could not be opened.',
  write: 'The reply could not be written.',
};
