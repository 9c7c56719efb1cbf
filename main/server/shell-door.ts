import type { Handlers } from '../../shared/contract.ts';
import { BytePipe } from '../../shared/rpc/byte-pipe.ts';
import { type FromEngine, type ToEngine, toEngine } from '../../shared/desktop/messages.ts';
import { portTransport, type TextPort } from '../../shared/rpc/port-transport.ts';
import { serve } from '../../shared/rpc/rpc-server.ts';
import type { OpenedContent } from '../../shared/features/preview/model.ts';
import type { TopicSource } from '../../shared/rpc/topic-source.ts';
import { answerBytes, type ByteSources } from './port-bytes.ts';

/** The engine's end of the pipe to the shell that started it (Electron's `process.parentPort`). */
export interface ShellPort {
  postMessage(message: unknown): void;
  on(
    event: 'message',
    listener: (event: { readonly data: unknown; readonly ports: readonly TextPort[] }) => void,
  ): unknown;
}

/** What the engine serves to windows. */
export interface Served extends ByteSources {
  readonly handlers: Handlers;
  readonly topics: TopicSource;
}

/** The door of the desktop app: there is no address, only ports that the shell hands over. */
export interface ShellDoor {
  /** Lets windows in. What came before waits. */
  open(served: Served): Promise<OpenShellDoor>;
  /** Says how the start went. After `ready`, no trouble is one of the start any more. */
  tell(message: FromEngine): void;
  /** Aborted when the shell wants the engine to end. */
  readonly stop: AbortSignal;
}

/** As the daemon keeps any window's door. */
export interface OpenShellDoor {
  readonly url: string;
  freshAddress(): string;
  close(): Promise<void>;
}

/** Where windows of the desktop app find what `/content/<id>` is at the browser's door. */
const BYTES_AT = 'kbfile://preview';

/** Listens to the shell from now on. */
export function openShellDoor(shell: ShellPort): ShellDoor {
  const stop = new AbortController();
  let isReady = false;
  let served: Served | null = null;
  const early: (() => void)[] = [];
  const open = new Set<{ close(): void }>();
  const serveNow = (message: ToEngine, port: TextPort | undefined): void => {
    if (served === null) return void early.push(() => serveNow(message, port));
    if (message.kind === 'proxy') void takeProxy(served.handlers, message.proxy);
    if (port === undefined) return;
    if (message.kind === 'window') {
      const transport = portTransport(port);
      open.add(transport);
      transport.onClose(() => open.delete(transport));
      serve(transport, forDesktop(served.handlers), served.topics);
    }
    if (message.kind === 'bytes') void answerBytes(new BytePipe(port), message, served);
  };
  shell.on('message', ({ data, ports }) => {
    const message = toEngine.safeParse(data);
    if (!message.success) return;
    if (message.data.kind === 'stop') stop.abort();
    else serveNow(message.data, ports[0]);
  });
  return {
    stop: stop.signal,
    tell: message => {
      if (message.kind === 'trouble' && isReady) return;
      isReady ||= message.kind === 'ready';
      shell.postMessage(message);
    },
    open: async given => {
      served = given;
      for (const serveThen of early.splice(0)) serveThen();
      const close = async (): Promise<void> => open.forEach(each => each.close());
      return { url: '', freshAddress: () => '', close };
    },
  };
}

/** Files that are looked into come from an address that is no part of the window's own. */
function forDesktop(handlers: Handlers): Handlers {
  return {
    ...handlers,
    'content.open': async (input, signal) => outside(await handlers['content.open'](input, signal)),
    'chat.openAttachment': async (input, signal) => outside(await handlers['chat.openAttachment'](input, signal)),
    'window.address': async () => ({ url: null }),
  };
}

function outside(opened: OpenedContent): OpenedContent {
  return opened.is === 'open' ? { ...opened, address: `${BYTES_AT}${opened.address}` } : opened;
}

/**
 * The system's way to the service, as the shell found it out. It counts where the settings say `system`, and as the
 * environment would, which is where the edge reads it; a proxy that the environment already names stays.
 */
async function takeProxy(handlers: Handlers, proxy: string | null): Promise<void> {
  const { env } = process;
  const isNamed = (env['HTTPS_PROXY'] ?? env['https_proxy'] ?? '') !== '' && env[OURS] === undefined;
  if (isNamed || (env['HTTPS_PROXY'] ?? null) === proxy) return;
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', OURS]) {
    if (proxy === null) delete env[name];
    else env[name] = proxy;
  }
  await handlers['network.set'](await handlers['network.get'](null)).catch(() => undefined);
}

/** Marks the environment's proxy as one that came from the shell. */
const OURS = 'BENCHTOP_SYSTEM_PROXY';
