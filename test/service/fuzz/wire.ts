import { Agent, request as httpRequest } from 'node:http';

/** One request exactly as it goes out: nothing is corrected on the way. */
export interface RawRequest {
  readonly method: string;
  /** Path and query as they stand in the first line. */
  readonly target: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly text: string;
}

/** Sends requests to one origin, over connections that are kept. */
export class Wire {
  readonly #origin: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(origin: string) {
    this.#origin = new URL(origin);
  }

  /** @throws Error when the connection breaks off without an answer. */
  send({ method, target, headers, body }: RawRequest): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest({
        host: this.#origin.hostname,
        port: this.#origin.port,
        agent: this.#agent,
        method,
        path: target,
        headers: { ...headers, 'content-length': String(body.length) },
      });
      sent.on('error', reject);
      sent.on('response', response => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(pieces).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
