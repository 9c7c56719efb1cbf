import type { Mutant } from '../mutant.ts';

/** Mistakes in how answers of the service are understood. */
// prettier-ignore
export const SERVICE: readonly Mutant[] = [
  {
    id: 'forbidden-is-empty',
    hazard: 'R4',
    what: 'a folder that may not be read counts as empty',
    file: 'main/remote/crawl.ts',
    find: `    closed.set(folder, error);
    return null;`,
    replace: '    return { folder, folders: [], files: [] };',
    suites: ['test/sim/scenarios.test.ts', 'test/sim/hazards/service.test.ts'],
  },
  {
    id: 'absent-at-once',
    hazard: 'R3',
    what: 'one look without a thing proves that it is gone',
    file: 'main/engine/record-remote.ts',
    find: 'const due = record.times >= 2 && believeAt(record, bench.settings.pollSeconds) <= now;',
    replace: 'const due = record.times >= 1;',
    suites: ['test/sim/hazards/service.test.ts', 'test/sim/scenarios.test.ts'],
  },
  {
    id: 'absent-unasked',
    hazard: 'R15',
    what: 'what lists do not show is gone without asking for it by id',
    file: 'main/engine/record-remote.ts',
    find: '(!undecided.has(item.remote.parent) && (await isGoneByItself(bench, item))));',
    replace: '!undecided.has(item.remote.parent));',
    suites: ['test/sim/hazards/service.test.ts', 'test/sim/scenarios.test.ts'],
  },
  {
    id: 'no-access-is-gone',
    hazard: 'R4',
    what: 'a 403 for a thing proves that it is gone',
    file: 'main/engine/record-remote.ts',
    find: `    if (isFault(error, 'not-allowed', 'scope')) return false;
    throw error;
  }
}

async function whereNow`,
    replace: `    if (isFault(error, 'not-allowed', 'scope')) return true;
    throw error;
  }
}

async function whereNow`,
    suites: ['test/sim/hazards/service.test.ts', 'test/sim/scenarios.test.ts'],
  },
  {
    id: 'below-closed-missed',
    hazard: 'R4',
    what: 'what is below a closed folder counts as missed',
    file: 'main/engine/record-remote.ts',
    find: '  if (!isBelow(bench, item, closed)) missing.note',
    replace: '  missing.note',
    suites: ['test/sim/hazards/service.test.ts', 'test/sim/scenarios.test.ts'],
  },
  {
    id: 'detail-unread',
    hazard: 'R18',
    what: 'a change in a list is not looked into',
    file: 'main/engine/record-remote.ts',
    find: '(known.remote.version === null || !isSameTime(file.updatedAt, known.remote.updatedAt))',
    replace: 'known.remote.version === null',
    suites: ['test/sim/scenarios.test.ts'],
  },
  {
    id: 'portal-is-answer',
    hazard: 'T26',
    what: 'a page of somebody else counts as an answer',
    file: 'main/remote/api/request.ts',
    find: `  if (text !== '' && !isJson(response) && looksLikeAPage(text)) throw notTheService(account, response.status);`,
    replace: `  if (text !== '' && !isJson(response) && looksLikeAPage(text)) return { items: [], url: null } as z.infer<S>;`,
    suites: ['test/sim/hazards/service.test.ts', 'test/sim/hazards/transfers.test.ts'],
  },
  {
    id: 'one-401-signs-out',
    hazard: 'R5',
    what: 'a single 401 counts as signed out',
    file: 'main/remote/api/request.ts',
    find: 'throw await this.#secondLook(call, error);',
    replace: 'throw error;',
    suites: ['test/sim/hazards/service.test.ts', 'test/sim/scenarios.test.ts'],
  },
  {
    id: 'scope-is-revoked',
    hazard: 'R5',
    what: 'a call that a key may not make stops the account',
    file: 'main/remote/api/faults.ts',
    find: `return { kind: 'scope', messages };`,
    replace: `return { kind: 'access-ended', messages };`,
    suites: ['test/main/remote/faults.test.ts'],
  },
  {
    id: 'conflict-is-refusal',
    hazard: 'T24',
    what: 'a 409 counts as a refusal for good',
    file: 'main/remote/api/faults.ts',
    find: `    case 409:
      return { kind: 'stale', detail: messages.join(' ') };`,
    replace: `    case 409:
      return { kind: 'refused', status: 409, messages };`,
    suites: ['test/main/remote/faults.test.ts'],
  },
  {
    id: 'error-is-gone',
    hazard: 'T15',
    what: 'an error of the service counts as absence',
    file: 'main/remote/api/faults.ts',
    find: `if (refusal.status >= 500) return { kind: 'failing',`,
    replace: `if (refusal.status >= 500) return { kind: 'gone', messages } as never; else if (refusal.status < 0) return { kind: 'failing',`,
    suites: ['test/main/remote/faults.test.ts'],
  },
  {
    id: 'pause-unheard',
    hazard: 'T17',
    what: 'nobody waits when the service asks for a pause',
    file: 'main/remote/api/gate.ts',
    find: `    this.#waitUntil = Math.max(this.#waitUntil, this.#clock.elapsed() + ms);
`,
    replace: '',
    suites: ['test/main/remote/gate.test.ts'],
  },
  {
    id: 'expired-is-forbidden',
    hazard: 'T4',
    what: 'an address that ran out counts as forbidden for good',
    file: 'main/remote/storage.ts',
    find: `if (status === 403 || status === 404 || status === 410) throw new FaultError({ kind: 'link-expired' });`,
    replace: '',
    suites: ['test/main/remote/storage.test.ts'],
  },
  {
    id: 'inside-address',
    hazard: 'X4',
    what: 'the service may send us into our own network',
    file: 'main/remote/storage.ts',
    find: `    const isSafe = scheme === 'https:' && (isInside || !isPrivate(host));`,
    replace: `    const isSafe = scheme === 'https:';`,
    suites: ['test/main/remote/storage.test.ts'],
  },
  {
    id: 'key-to-storage',
    hazard: 'X5',
    what: 'the storage is asked without a check of its address',
    file: 'main/remote/storage.ts',
    find: `    this.#check(url);
    const response = await this.#http.send({ method: 'GET'`,
    replace: `    const response = await this.#http.send({ method: 'GET'`,
    suites: ['test/main/remote/storage.test.ts'],
  },
  {
    id: 'whole-seconds',
    hazard: 'R19',
    what: 'two edits within one second are one',
    file: 'main/engine/record-remote.ts',
    find: '  if (time === null || /\\.\\d*[1-9]/.test(time)) return time;',
    replace: '  if (time !== undefined) return time;',
    suites: ['test/sim/hazards/service.test.ts'],
  },
];
