import type { FakeRequest, FakeResponse, FakeService } from './fake-service.ts';
import type { Ledger } from './ledger.ts';

/** The header that tells the simulated service which computer asks; a real one has no such thing. */
export const ASKED_BY = 'x-asked-by';

/**
 * The races that the service's interface leaves open and that the product admits (`RACE:` at its removals and at undoing
 * a version): these calls have no precondition, so what a colleague does between our last look and the call goes with a
 * removal, or under the version brought back. Such a content counts as
 * given up, but only if it really came after the last look at that very thing; all else stays lost.
 */
export function watchRaces(service: FakeService, ledger: Ledger): void {
  const answer = service.handle.bind(service);
  /** By who looked: what one computer has seen says nothing about another one's last look. */
  const seen = new Map<string, number>();
  const changed = new Map<string, number>();
  let now = 0;
  const giveUpNewerThan = (look: number, files: readonly { id: string; bytes: Uint8Array }[]): void => {
    for (const file of files)
      if ((changed.get(file.id) ?? 0) > look) ledger.giveUp(new TextDecoder().decode(file.bytes));
  };
  service.handle = (request: FakeRequest): FakeResponse => {
    now += 1;
    const [, things, id = '', what = ''] =
      /\/api\/v1\/(files|folders)\/([0-9a-f-]{36})\/?([a-z]*)/.exec(request.url) ?? [];
    const at = `${request.headers[ASKED_BY] ?? ''} ${id}`;
    const isRead = request.method === 'GET';
    if (isRead && (things === 'folders' ? what === 'files' : what === '')) seen.set(at, now);
    const isCovering =
      request.method === 'POST' && things === 'files' && /\/versions\/[^/]+\/restore$/.test(request.url);
    if (isCovering || (request.method === 'DELETE' && things === 'files'))
      giveUpNewerThan(
        seen.get(at) ?? 0,
        service.sights
          .versionsOf(id)
          .slice(-1)
          .map(({ bytes }) => ({ id, bytes })),
      );
    // Only now: a version that is brought back is a change too, but none that it could cover itself.
    if (!isRead && things === 'files' && request.method !== 'DELETE') changed.set(id, now);
    if (request.method === 'POST' && what === 'archive')
      giveUpNewerThan(
        seen.get(at) ?? 0,
        service.sights.tree(id).flatMap(entry => (entry.kind === 'file' ? [entry] : [])),
      );
    return answer(request);
  };
}
