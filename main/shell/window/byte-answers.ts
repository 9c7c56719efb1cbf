import { BytePipe } from '../../../shared/rpc/byte-pipe.ts';
import { type ByteAsk, byteHead } from '../../../shared/desktop/messages.ts';
import type { TextPort } from '../../../shared/rpc/port-transport.ts';
import { COMMON_HEADERS } from '../../server/page-headers.ts';

/** Opens a pipe for one exchange of bytes with the engine; null while it does not run. */
export type OpenBytes = (ask: ByteAsk) => TextPort | null;

/** What is sent with a request, and how much of it there is. */
export interface Body {
  readonly sizeBytes: number | null;
  readonly parts: AsyncIterable<Uint8Array>;
}

/** Asks the engine for bytes, or gives it some. @param body instead of the request's own. */
export async function answerWithBytes(
  request: Request,
  { method, path }: Pick<ByteAsk, 'method' | 'path'>,
  open: OpenBytes,
  body: Body | null = bodyOf(request),
): Promise<Response> {
  const range = request.headers.get('range');
  const port = open({ kind: 'bytes', method, path, range, sizeBytes: body?.sizeBytes ?? null });
  if (port === null) return noAnswer();
  const pipe = new BytePipe(port);
  if (method === 'PUT') void pipe.give(body?.parts ?? nothing());
  const head = byteHead.safeParse(await pipe.hear());
  if (!head.success) return noAnswer();
  return new Response(ReadableStream.from(untilRead(pipe)) as ReadableStream<Uint8Array>, head.data);
}

async function* untilRead(pipe: BytePipe): AsyncGenerator<Uint8Array> {
  try {
    yield* pipe.take();
  } finally {
    pipe.close();
  }
}

function bodyOf({ body, headers }: Request): Body | null {
  if (body === null) return null;
  const length = Number(headers.get('content-length') ?? 'none');
  return { sizeBytes: Number.isSafeInteger(length) ? length : null, parts: body };
}

/** As when a server is away. */
function noAnswer(): Response {
  return new Response(null, { status: 503, headers: COMMON_HEADERS });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
