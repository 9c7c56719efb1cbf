import type { BytePipe } from '../../shared/rpc/byte-pipe.ts';
import type { ByteAsk, ByteHead } from '../../shared/desktop/messages.ts';
import { toFault } from '../../shared/fault.ts';
import type { Dropping } from '../items/app-context.ts';
import type { Content } from '../items/content/content-grants.ts';
import type { Download } from '../items/local/downloads.ts';
import { DROP } from './admission.ts';
import { answerContent } from './content-door.ts';
import { dropIn } from './drop-door.ts';
import { COMMON_HEADERS } from './page-headers.ts';

/** Where bytes come from, and go to. */
export interface ByteSources {
  readonly drops?: Dropping;
  readonly downloads?: { take(ticket: string): Download | null };
  readonly contents?: { find(id: string): Content | null };
}

const CONTENT = '/content/';
const DOWNLOAD = '/download/';

/** Answers one request of a window for bytes, as the browser's door does, and hangs up. */
export async function answerBytes(pipe: BytePipe, ask: ByteAsk, sources: ByteSources): Promise<void> {
  const { head, parts } = await answerTo(pipe, ask, sources);
  pipe.tell(head);
  await pipe.give(parts);
}

interface ByteAnswer {
  readonly head: ByteHead;
  readonly parts: AsyncIterable<Uint8Array>;
}

async function answerTo(
  pipe: BytePipe,
  ask: ByteAsk,
  { drops, downloads, contents }: ByteSources,
): Promise<ByteAnswer> {
  const { method, path } = ask;
  if (method === 'PUT') return path.startsWith(DROP) && drops !== undefined ? takeIn(pipe, ask, drops) : notThere();
  if (path.startsWith(CONTENT)) {
    const content = contents?.find(path.slice(CONTENT.length)) ?? null;
    if (content === null) return notThere();
    const { status, headers, parts } = answerContent(content, ask.range ?? undefined);
    return { head: { status, headers: { ...headers } }, parts: parts ?? nothing() };
  }
  const download = path.startsWith(DOWNLOAD) ? (downloads?.take(path.slice(DOWNLOAD.length)) ?? null) : null;
  if (download === null) return notThere();
  const name = encodeURIComponent(download.name);
  const headers = {
    ...NOT_KEPT,
    'Content-Type': download.type,
    'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
  };
  return { head: { status: 200, headers }, parts: encoded(download.parts) };
}

async function takeIn(pipe: BytePipe, { path, sizeBytes }: ByteAsk, drops: Dropping): Promise<ByteAnswer> {
  const wanted = dropIn(path);
  if (wanted === null) return json(404, { fault: { kind: 'gone', messages: [] } });
  try {
    return json(201, { at: await drops.take(wanted.ticket, wanted.path, { sizeBytes, chunks: pipe.take() }) });
  } catch (thrown) {
    return json(422, { fault: toFault(thrown) });
  }
}

const NOT_KEPT: Readonly<Record<string, string>> = { ...COMMON_HEADERS, 'Cache-Control': 'no-store' };

function notThere(): ByteAnswer {
  return { head: { status: 404, headers: { ...NOT_KEPT } }, parts: nothing() };
}

function json(status: number, value: object): ByteAnswer {
  const headers = { ...NOT_KEPT, 'Content-Type': 'application/json; charset=utf-8' };
  return { head: { status, headers }, parts: encoded([JSON.stringify(value)]) };
}

async function* encoded(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
