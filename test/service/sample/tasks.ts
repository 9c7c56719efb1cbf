import { createHash } from 'node:crypto';

import { z } from 'zod';

import { requirePresent } from '../../../shared/assert.ts';
import { JOB_BEGINNING, work } from '../agent/job.ts';
import { convert } from '../extraction/convert.ts';
import { Api } from '../rules/api.ts';
import type { Backend } from '../rules/ground/backend.ts';
import { agentJobs } from '../rules/tasks/message-records.ts';
import type { AgentJobRow } from '../rules/tasks/message-records.ts';
import { SEEDED_USERS } from '../rules/people/people-seed.ts';
import { AgentFiles } from '../work/agent-files.ts';
import type { AgentFilesParts } from '../work/agent-files.ts';
import { saveReply } from '../work/agent-reply.ts';
import type { Made } from '../work/agent-reply.ts';
import { askedIn, requestFor, toolsFor } from '../work/agent-request.ts';

/** What was asked in a task of the sample: when (local time of the lab, UTC+1), what, and about which files. */
interface SampleTask {
  readonly at: string;
  readonly title: string;
  readonly messages: readonly [string, ...string[]];
  /** Names of files of the Knowledge Base. */
  readonly files: readonly string[];
}

/** Mira's tasks. Nothing of the replies is written here: the agent gives them, from the files of the sample. */
export const TASKS: readonly SampleTask[] = [
  {
    at: '2026-10-09T10:12',
    title: 'ELISA plate 2: doses of KST-118',
    messages: [
      'Analyse plate 2 with its map by Compound and nM, relative to DMSO.',
      'Remember that my control group is DMSO.',
    ],
    files: ['2026-10-08 ELISA plate 2 (AT).csv', '2026-10-08 ELISA plate 2 map.csv'],
  },
  {
    at: '2026-11-11T09:35',
    title: 'One protocol from thawing to transfection',
    messages: ['Draft a protocol for thawing, passaging and transfection from these.'],
    files: ['Thawing cells.md', 'Passaging adherent cells.md', 'PEI transfection (HEK293T).md'],
  },
];

const OWNER = 1;
/** How long the agent seems to have worked on each reply. */
const REPLY_MS = 48_000;

const withId = z.object({ id: z.string() });
const found = z.array(z.object({ id: z.string(), name: z.string() }));

/** Adds the tasks to a service that has just been filled with the sample. Ids, times and results are the same every time. */
export async function fillTasks(backend: Backend, parts: Omit<AgentFilesParts, 'extractor'>): Promise<void> {
  const past = new Past(backend);
  const files = new AgentFiles({ ...parts, extractor: OURS, ahead: true });
  for (const task of TASKS) await new Telling(past, files, parts).tell(task);
}

/** The sample's files are ours: a thread of its own for them would only make the first start longer. */
const OURS: AgentFilesParts['extractor'] = { neededBytes: () => 1_000_000, extract: convert };

/** The service as it was: its clock stands where the story is just now, and what it makes has ids of its own. */
class Past {
  readonly backend: Backend;
  readonly #api: Api;
  #nowMs = 0;
  #ids = 0;

  constructor(backend: Backend) {
    const latestMs = backend.nowMs();
    this.backend = {
      ...backend,
      uuid: () => uuidNumber((this.#ids += 1)),
      nowMs: () => Math.min(this.#nowMs, latestMs),
    };
    this.#api = new Api(this.backend, thrown => {
      throw thrown;
    });
  }

  set(at: string): void {
    this.#nowMs = Date.parse(`${at}:00+01:00`);
  }

  pass(ms: number): void {
    this.#nowMs += ms;
  }

  /** Asks the API as the owner of the lab. */
  ask(address: string, json: object = {}): unknown {
    const [method = '', path = ''] = address.split(' ');
    const apiKey = SEEDED_USERS[OWNER - 1]?.apiKey;
    const header = (name: string): string | undefined => (name === 'x-api-key' ? apiKey : undefined);
    const admission = this.#api.admit({ method, target: `/api/v1${path}`, header });
    const body = { json, content: null };
    const answer = admission.kind === 'refused' ? admission.answer : this.#api.carryOut(admission, body);
    if (answer.status >= 400) throw new Error(`The sample was refused: ${path} ${JSON.stringify(answer.json)}`);
    return answer.json;
  }
}

/** Tells one task after the other: a message, and the agent's reply to it. */
class Telling {
  readonly #past: Past;
  readonly #files: AgentFiles;
  readonly #parts: Omit<AgentFilesParts, 'extractor'>;

  constructor(past: Past, files: AgentFiles, parts: Omit<AgentFilesParts, 'extractor'>) {
    this.#past = past;
    this.#files = files;
    this.#parts = parts;
  }

  async tell(task: SampleTask): Promise<void> {
    const past = this.#past;
    past.set(task.at);
    const [initialMessage, ...later] = task.messages;
    const referencedFileIds = task.files.map(name => this.#idOf(name));
    const body = { title: task.title, initialMessage, referencedFileIds };
    const { id } = withId.parse(past.ask('POST /tasks', body));
    await this.#reply(id);
    for (const content of later) {
      past.pass(REPLY_MS * 2);
      past.ask(`POST /tasks/${id}/messages`, { content });
      await this.#reply(id);
    }
  }

  #idOf(name: string): string {
    const path = `/files/search?q=${encodeURIComponent(name)}`;
    const files = found.parse(this.#past.ask(`GET ${path}`));
    return requirePresent(
      files.find(file => file.name === name),
      name,
    ).id;
  }

  async #reply(taskId: string): Promise<void> {
    const { backend } = this.#past;
    const job: AgentJobRow = requirePresent(backend.records.rows(agentJobs, { taskId })[0], 'a message to answer');
    const asked = requirePresent(askedIn(backend, job), 'who asked');
    this.#past.pass(REPLY_MS);
    const request = await requestFor(job, asked, this.#files);
    for await (const event of work(request, toolsFor(asked.site, this.#files), JOB_BEGINNING)) {
      if (event.kind === 'failed') throw event.cause;
      if (event.kind !== 'completed') continue;
      const deliverables: Made[] = [];
      for (const each of event.reply.deliverables) {
        deliverables.push({ ...each, content: await this.#parts.objects.storeContent([each.bytes]) });
      }
      backend.records.transaction(() => saveReply(asked, job, { ...event.reply, deliverables }));
    }
  }
}

/** The same UUID for the same number, always; other ones than those of the sample's files. */
function uuidNumber(number: number): string {
  const digits = createHash('sha256').update(`sample task ${number}`).digest('hex');
  const groups = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return `${groups.join('-')}-${digits.slice(20, 32)}`;
}
