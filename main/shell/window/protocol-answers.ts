import { HANDED_OVER } from '../../../shared/desktop/bridge.ts';
import type { Trouble } from '../../../shared/desktop/text.ts';
import type { Build } from '../../server/build-files.ts';
import { fileAnswer, nothingThere, pageAnswer, troubleAnswer } from './error-pages.ts';
import { APP, type Asked, askedOfApp, askedOfBytes } from './requested-address.ts';
import { answerWithBytes, type Body, type OpenBytes } from './byte-answers.ts';

/** What the window's addresses are answered from. */
export interface Sources {
  readonly build: Build;
  /** Why there is no window, in words. */
  readonly trouble: () => Trouble;
  readonly openBytes: OpenBytes;
  /** A file that was handed over by this name, once; null when there is none. */
  readonly handedOver: (name: string) => Promise<Body | null>;
  /** The window's page is asked for. */
  readonly onPage: () => void;
}

const NOTHING: Asked = { is: 'nothing' };

/** Answers what a window loads from `app:` (S02). */
export async function answerApp(request: Request, sources: Sources): Promise<Response> {
  const asked = comesFromUs(request) ? askedOfApp(request.url, request.method) : NOTHING;
  switch (asked.is) {
    case 'page':
      sources.onPage();
      return pageAnswer(sources.build);
    case 'trouble':
      return troubleAnswer(sources.trouble());
    case 'file':
      return fileAnswer(sources.build, asked.path);
    case 'bytes':
      return answerDrop(request, asked, sources);
    case 'nothing':
      return nothingThere();
  }
}

async function answerDrop(
  request: Request,
  asked: { readonly method: 'GET' | 'PUT'; readonly path: string },
  { openBytes, handedOver }: Sources,
): Promise<Response> {
  const name = request.headers.get(HANDED_OVER);
  if (name === null) return answerWithBytes(request, asked, openBytes);
  const body = await handedOver(name);
  return body === null ? nothingThere() : answerWithBytes(request, asked, openBytes, body);
}

/** Answers what it loads from `kbfile:` (S25). */
export async function answerBytes(request: Request, { openBytes }: Sources): Promise<Response> {
  const asked = askedOfBytes(request.url, request.method);
  if (asked.is !== 'bytes' || !comesFromUs(request)) return nothingThere();
  const { status, headers, body } = await answerWithBytes(request, asked, openBytes);
  headers.set('Access-Control-Allow-Origin', APP);
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return new Response(body, { status, headers });
}

/**
 * Electron names the origin that a request comes from. A request without one was made by the browser itself, for the shell's
 * own loading of the page. `null` is an opaque origin, such as a sandboxed frame's: web content, and not the window's.
 */
function comesFromUs(request: Request): boolean {
  const from: unknown = Reflect.get(request, 'initiatorOrigin');
  return from === undefined || from === APP;
}
