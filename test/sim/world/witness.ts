import type { Disk } from '../../../main/ports/disk.ts';
import type { Item } from '../../../main/core/item.ts';
import { isFreeNameOf, nameKey } from '../../../main/core/names/local-names.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { Log, LogFields } from '../../../main/ports/log.ts';
import type { ArrivedRequest, FakeServer } from '../fakes/fake-http.ts';

/**
 * Watches what one computer asks of its edges and holds it against its own records at that moment: no removal without
 * evidence (I4), no key anywhere but at the service (I12). What it finds is kept, because the product must not notice.
 */
export class Witness {
  readonly found: string[] = [];
  /** Requests so far: all of them, and those that change something. */
  readonly requests = { all: 0, changing: 0 };
  /** Files that this computer had the service remove: of their versions it gives none any more. */
  readonly removedFiles = new Set<string>();
  /** What a person asks for at this moment needs no other evidence. */
  isPersonActing = false;
  readonly #name: string;
  readonly #journal: () => Journal;
  readonly #secrets = new Set<string>();
  /** Names as they are compared: what is sent may be spelled otherwise than what was given on a disk. */
  readonly #given = new Set<string>();

  constructor(name: string, journal: () => Journal) {
    this.#name = name;
    this.#journal = journal;
  }

  server(server: FakeServer, apiOrigin: string): FakeServer {
    return request => {
      this.requests.all += 1;
      if (request.method !== 'GET') this.requests.changing += 1;
      this.#judgeSecrets(request, apiOrigin);
      this.#judgeRemoval(request);
      this.#noteRemoved(request);
      this.#judgeName(request);
      return server(request);
    };
  }

  disk(disk: Disk): Disk {
    return {
      ...disk,
      store: (root, path, fingerprint, storeName) => {
        const reason = this.#journal().trash.get(storeName)?.reason;
        if (reason === 'removed at the service') this.#judgeStep(path);
        return disk.store(root, path, fingerprint, storeName);
      },
      removeFolder: (root, path) => {
        this.#judgeStep(path);
        return disk.removeFolder(root, path);
      },
    };
  }

  log(log: Log): Log {
    const write =
      (level: 'error' | 'info' | 'debug') =>
      (event: string, fields?: LogFields): void => {
        const line = JSON.stringify({ event, ...fields });
        for (const secret of this.#secrets)
          if (line.includes(secret)) this.#say(`I12: a secret stands in the log: ${event}`);
        if (level === 'error') this.#say(`a mistake of our own was logged: ${line}`);
        log[level](event, fields);
      };
    const all = { error: write('error'), info: write('info'), debug: write('debug') };
    return { ...all, with: fields => this.log(log.with(fields)) };
  }

  /** Something that must never leave for anywhere but the service. */
  noteSecret(secret: string): void {
    this.#secrets.add(secret);
  }

  /** A person gave one of two namesakes this name, which has a number: it may be sent. */
  noteGiven(name: string): void {
    this.#given.add(nameKey(name));
  }

  /** A person gives a file a name: if that is its own at the service with a number, it is theirs, and may be sent. */
  noteNamed(key: string, name: string): void {
    for (const { local, remote } of this.#items())
      if (local?.key === key && remote !== null && isFreeNameOf(name, remote.name)) this.noteGiven(name);
  }

  #judgeSecrets({ url, headers, body }: ArrivedRequest, apiOrigin: string): void {
    if (url.startsWith(apiOrigin)) return;
    const sent = [url, ...headers.values(), new TextDecoder().decode(body)].join('\n');
    for (const secret of this.#secrets) if (sent.includes(secret)) this.#say(`I12: a secret was sent to ${url}`);
  }

  #noteRemoved({ method, url }: ArrivedRequest): void {
    const [, file] = /\/files\/([0-9a-f-]{36})$/.exec(new URL(url).pathname) ?? [];
    if (method === 'DELETE' && file !== undefined) this.removedFiles.add(file);
  }

  /**
   * People of the simulation add a number to a name only where they exchange files; every other number that is sent was
   * given here to tell namesakes apart (I17).
   */
  #judgeName({ method, url, body }: ArrivedRequest): void {
    const [, id = ''] = /\/(?:files|folders)\/([0-9a-f-]{36})$/.exec(new URL(url).pathname) ?? [];
    if (id === '' || (method !== 'PUT' && method !== 'PATCH')) return;
    const sent: unknown = JSON.parse(new TextDecoder().decode(body) || '{}');
    const name = typeof sent === 'object' && sent !== null && 'name' in sent ? sent.name : null;
    const known = this.#items().find(({ remote }) => remote?.id === id)?.remote ?? null;
    if (typeof name !== 'string' || known === null || name === known.name) return;
    if (isFreeNameOf(name, known.name) && !this.#given.has(nameKey(name)))
      this.#say(`I17: '${known.name}' is renamed to '${name}' at the service`);
  }

  /** A removal at the service needs a record that the thing is gone here, and no open question about it. */
  #judgeRemoval({ method, url }: ArrivedRequest): void {
    const [, id = ''] = /\/(?:files|folders)\/([0-9a-f-]{36})(?:\/archive)?$/.exec(new URL(url).pathname) ?? [];
    const isRemoval = method === 'DELETE' || (method === 'POST' && url.endsWith('/archive'));
    if (!isRemoval || this.isPersonActing) return;
    const item = this.#items().find(({ remote }) => remote?.id === id);
    if (item === undefined) return this.#say(`I4: ${method} ${url} of something that is not recorded`);
    if (item.local !== null || item.localPresence !== 'absent')
      this.#say(`I4: ${method} ${url} although it is recorded as being here`);
    this.#judgeGuards(item);
  }

  /** A removal here needs a record that the thing is gone at the service, and no open question about it. */
  #judgeStep(path: string): void {
    const journal = this.#journal();
    const item = this.#items().find(each => each.local !== null && journal.pathOf(each.id) === path);
    if (item === undefined) return this.#say(`I4: '${path}' goes, which is not recorded`);
    if (item.remote !== null || item.remotePresence !== 'absent')
      this.#say(`I4: '${path}' goes although it is recorded as being at the service`);
    this.#judgeGuards(item);
  }

  #judgeGuards({ id }: Item): void {
    const asked = this.#journal().guards.all();
    if (asked.some(({ answer, items }) => answer === null && items.includes(id)))
      this.#say(`I4: item ${id} goes while its question is open`);
  }

  #items(): readonly Item[] {
    const { mirrors, items } = this.#journal();
    return mirrors.all().flatMap(({ id, rootItem }) => [...items.tree(id, rootItem).items.values()]);
  }

  #say(what: string): void {
    this.found.push(`${this.#name}: ${what}`);
  }
}
