import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** An object: its bytes, and what the client wanted remembered beside them. */
interface Held {
  readonly sizeBytes: number;
  /** None where only sizes are kept. */
  readonly parts: readonly Buffer[];
  readonly etag: string;
  /** Headers that begin with `x-amz-meta-`. */
  readonly meta: Readonly<Record<string, string>>;
  readonly storedMs: number;
}

/** A page of a listing never holds more. */
const PAGE = 1000;

/** An endpoint that keeps no contents remembers their sizes, and answers a request for bytes with none. */
interface S3Wishes {
  readonly keepsContent: boolean;
}

/**
 * As much of S3 as a copy by rclone needs, in memory: put, get, head and remove an object, also in numbered parts, and list a
 * bucket by prefix and delimiter. Any credentials are accepted, any bucket exists. It does no more work per request than it must: it is the
 * peer we are measured against, so any cost of its own would make us look better than we are.
 */
export class S3Endpoint {
  /** The path that tells the bench how many requests were answered, and how many objects there are. */
  static readonly STATE = '/-/state';
  readonly #keepsContent: boolean;
  readonly #buckets = new Map<string, Map<string, Held>>();
  /** Uploads that come in parts, by their ids: each part by its number. */
  readonly #uploads = new Map<string, Map<number, Held>>();
  #requests = 0;

  constructor({ keepsContent }: S3Wishes = { keepsContent: true }) {
    this.#keepsContent = keepsContent;
  }

  /** Answered so far. */
  get requests(): number {
    return this.#requests;
  }

  readonly answer: RequestListener = (request, response) => {
    if (request.url === S3Endpoint.STATE) return this.#tell(response);
    this.#requests += 1;
    const url = new URL(request.url ?? '/', 'http://s3.invalid');
    const [, bucket = '', ...rest] = url.pathname.split('/');
    const place: Place = { bucket, key: decodeURIComponent(rest.join('/')), query: url.searchParams };
    this.#respond(request, response, place).catch((failure: unknown) => response.destroy(asError(failure)));
  };

  async #respond(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
    if (request.method === 'PUT' && place.key !== '') return this.#put(request, response, place);
    if (request.method === 'POST' && place.key !== '') return this.#inParts(request, response, place);
    // Any other request with a body is about buckets, which all exist.
    request.resume();
    const isListing = place.key === '' && request.method === 'GET';
    if (isListing) return send(response, 200, listing(this.#bucket(place.bucket), place));
    if (place.key === '') return send(response, 200, '');
    const held = this.#bucket(place.bucket).get(place.key);
    if (request.method === 'DELETE') {
      this.#bucket(place.bucket).delete(place.key);
      return send(response, 204, '');
    }
    if (held === undefined) return send(response, 404, '<Error><Code>NoSuchKey</Code></Error>');
    const headers = {
      'content-length': held.sizeBytes,
      'last-modified': new Date(held.storedMs).toUTCString(),
      etag: held.etag,
      ...held.meta,
    };
    response.writeHead(200, headers);
    const parts = request.method === 'HEAD' ? [] : held.parts;
    for (const part of parts.slice(0, -1)) response.write(part);
    response.end(parts.at(-1));
  }

  async #put(request: IncomingMessage, response: ServerResponse, { bucket, key, query }: Place): Promise<void> {
    const { sizeBytes, parts } = await this.#bytesOf(request);
    // As S3 has it for objects that came in parts: no digest of the bytes, so neither side has to make one.
    const etag = `"${this.#requests.toString(16).padStart(32, '0')}-1"`;
    const held = { sizeBytes, parts, etag, meta: metaOf(request), storedMs: Date.now() };
    const upload = this.#uploads.get(query.get('uploadId') ?? '');
    if (upload === undefined) this.#bucket(bucket).set(key, held);
    else upload.set(Number(query.get('partNumber')), held);
    response.writeHead(200, { etag, 'content-length': 0 }).end();
  }

  /** Begins an upload that comes in parts, or puts the parts together. */
  async #inParts(request: IncomingMessage, response: ServerResponse, { bucket, key, query }: Place): Promise<void> {
    const meta = metaOf(request);
    await this.#bytesOf(request);
    const id = query.get('uploadId');
    if (id === null) {
      const begun = `upload-${this.#requests}`;
      this.#uploads.set(begun, new Map([[0, { sizeBytes: 0, parts: [], etag: '', meta, storedMs: Date.now() }]]));
      return send(
        response,
        200,
        `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const all = [...(this.#uploads.get(id) ?? [])].toSorted(([one], [other]) => one - other).map(([, held]) => held);
    this.#uploads.delete(id);
    const etag = `"${this.#requests.toString(16).padStart(32, '0')}-${all.length - 1}"`;
    const sizeBytes = all.reduce((sum, part) => sum + part.sizeBytes, 0);
    const parts = all.flatMap(part => part.parts);
    this.#bucket(bucket).set(key, { sizeBytes, parts, etag, meta: all[0]?.meta ?? {}, storedMs: Date.now() });
    const told = `<Bucket>${escaped(bucket)}</Bucket><Key>${escaped(key)}</Key><ETag>${escaped(etag)}</ETag>`;
    send(response, 200, `<CompleteMultipartUploadResult>${told}</CompleteMultipartUploadResult>`);
  }

  async #bytesOf(request: IncomingMessage): Promise<Pick<Held, 'sizeBytes' | 'parts'>> {
    const parts: Buffer[] = [];
    let sizeBytes = 0;
    for await (const part of request as AsyncIterable<Buffer>) {
      sizeBytes += part.byteLength;
      if (this.#keepsContent) parts.push(part);
    }
    return { sizeBytes, parts };
  }

  #tell(response: ServerResponse): void {
    const objects = [...this.#buckets.values()].reduce((sum, { size }) => sum + size, 0);
    response.end(JSON.stringify({ requests: this.#requests, objects }));
  }

  #bucket(name: string): Map<string, Held> {
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    const made = new Map<string, Held>();
    this.#buckets.set(name, made);
    return made;
  }
}

interface Place {
  readonly bucket: string;
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
}

/** What the client wants remembered. */
function metaOf({ headers }: IncomingMessage): Held['meta'] {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('x-amz-meta-') && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

function send(response: ServerResponse, status: number, text: string): void {
  const body = Buffer.from(text);
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': body.length }).end(body);
}

/** Both forms of listing in one answer: the older one goes on after `marker`, the newer one by a token, which is the same. */
function listing(objects: ReadonlyMap<string, Held>, { bucket, query }: Place): string {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const after = query.get('marker') ?? query.get('continuation-token') ?? query.get('start-after') ?? '';
  const rows = new Map<string, string>();
  for (const key of [...objects.keys()].toSorted()) {
    if (!key.startsWith(prefix)) continue;
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const shown = end < 0 ? key : key.slice(0, end + delimiter.length);
    if (shown <= after || rows.has(shown)) continue;
    if (rows.size === PAGE) return listed({ bucket, prefix, rows, next: [...rows.keys()].at(-1) ?? '' });
    rows.set(shown, end < 0 ? contents(key, objects.get(key)) : commonPrefix(shown));
  }
  return listed({ bucket, prefix, rows, next: null });
}

interface Listed {
  readonly bucket: string;
  readonly prefix: string;
  readonly rows: ReadonlyMap<string, string>;
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

function listed({ bucket, prefix, rows, next }: Listed): string {
  const more =
    next === null
      ? ''
      : `<NextMarker>${escaped(next)}</NextMarker><NextContinuationToken>${escaped(next)}</NextContinuationToken>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
    `<Name>${escaped(bucket)}</Name><Prefix>${escaped(prefix)}</Prefix><MaxKeys>${PAGE}</MaxKeys>` +
    `<IsTruncated>${next !== null}</IsTruncated>${more}${[...rows.values()].join('')}</ListBucketResult>`
  );
}

function contents(key: string, held: Held | undefined): string {
  if (held === undefined) return '';
  const modified = new Date(held.storedMs).toISOString();
  return (
    `<Contents><Key>${escaped(key)}</Key><LastModified>${modified}</LastModified>` +
    `<ETag>${escaped(held.etag)}</ETag><Size>${held.sizeBytes}</Size></Contents>`
  );
}

function commonPrefix(prefix: string): string {
  return `<CommonPrefixes><Prefix>${escaped(prefix)}</Prefix></CommonPrefixes>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure));
}
