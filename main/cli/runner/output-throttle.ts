import type { EngineClient } from '../../../shared/rpc/engine-client.ts';
import type { CallName } from '../../../shared/contract.ts';

/** Calls that make something, and would make it a second time when they are repeated after an answer was lost. */
const NOT_TWICE: ReadonlySet<CallName> = new Set<CallName>([
  'chat.commitWorkingCopy',
  'chat.saveAttachment',
  'chat.saveView',
  'chat.startWorkingCopy',
  'connections.add',
  'drops.end',
  'export.start',
  'files.copy',
  'files.newFolder',
  'files.newNote',
  'keys.make',
  'library.newFolder',
  'library.publish',
  'organization.invite',
  'organization.resendInvitation',
  'projects.create',
  'sharing.add',
  'signIn.sendCode',
  'versions.restore',
  'versions.save',
  'zones.add',
]);

/** A client that knows whether one of those calls is without an answer. */
export interface WatchedClient {
  readonly client: EngineClient;
  /** Also after the line broke: the call that broke with it counts. */
  mayBeDone(): boolean;
}

/** Watches what is asked through a client. */
export function watchedClient(client: EngineClient): WatchedClient {
  const open = new Set<symbol>();
  return {
    client: {
      on: client.on.bind(client),
      call: async (name, input, signal) => {
        const one = Symbol(name);
        if (NOT_TWICE.has(name)) open.add(one);
        const answer = await client.call(name, input, signal);
        open.delete(one);
        return answer;
      },
    },
    mayBeDone: () => open.size > 0,
  };
}
