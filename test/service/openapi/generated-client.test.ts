import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { ENDPOINTS } from '../../../shared/api/endpoints.ts';
import { requirePresent } from '../../../shared/assert.ts';
import { note } from '../../setup/note.ts';
import { running } from '../builders/running.ts';
import { outboxOf } from '../fuzz/callers.ts';
import { Walker } from './walker.ts';
import { walkConnections, walkFiles, walkLibrary, walkPeople, walkProjects, walkSharing, walkTasks } from './walks.ts';
import { openApiText } from './document.ts';
import { compilerComplaints, generatedClient } from './generated-client.ts';

const MINUTE = 60_000;

test(
  'a client generated from the served document compiles, and walks through the whole service',
  async () => {
    const service = await running({ checksAnswers: true, switches: { extractionDelayMs: 0 } });
    const client = await generatedClient(service.baseUrl);
    onTestFinished(client.remove);
    expect(await compilerComplaints(client.file)).toBe('');
    const called = new Set<string>();
    const person = (user: number) =>
      new Walker(client.functions, { 'X-API-Key': service.users[user]?.apiKey ?? '' }, called);
    const [mira, jonas] = [person(0), person(1)];
    const walked = await walkFiles(mira);
    await walkSharing(mira, jonas, walked);
    await walkLibrary(mira, jonas, walked);
    await walkTasks(jonas);
    await walkProjects(jonas, mira);
    await walkConnections(jonas, mira);
    await walkPeople([mira, jonas, person(3)], async email => {
      const mails = await outboxOf(service);
      return requirePresent(
        mails.find(({ to }) => to === email),
        `mail to ${email}`,
      ).secret;
    });
    const left = ENDPOINTS.map(({ name }) => name).filter(name => !called.has(name));
    note(`Generated client: ${called.size} of ${ENDPOINTS.length} functions called; not: ${left.join(', ') || 'none'}`);
    expect(called.size).toBeGreaterThan(ENDPOINTS.length * 0.9);
  },
  2 * MINUTE,
);

test(
  'a generated function notices an answer of another form',
  async () => {
    const liar = createServer((request, response) => {
      const isDocument = request.url?.endsWith('/openapi.json') === true;
      response.setHeader('content-type', 'application/json');
      response.end(isDocument ? openApiText() : '[{"id":"no uuid","name":"Halden Lab"}]');
    });
    await new Promise<void>(resolve => liar.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void liar.close());
    const { port } = liar.address() as AddressInfo;
    const client = await generatedClient(`http://127.0.0.1:${port}/api/v1`);
    onTestFinished(client.remove);
    await expect(new Walker(client.functions, {}, new Set()).call('listOrganizations')).rejects.toThrow(/uuid/i);
  },
  MINUTE,
);
