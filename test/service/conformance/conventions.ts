import { expect, test } from 'vitest';

import { MEMBER, OWNER, STRANGER, refusal } from './subject.ts';
import type { Tester } from './subject.ts';

/** Sections 5, 7 and 8: who is let in, how refusals look, and the conventions of the wire. */
export function conventions(service: Tester): void {
  const empty = { headers: {}, body: '' } as const;

  test('the version needs no key', async () => {
    const url = `${service.subject.baseUrl}/version`;
    const reply = await service.raw({ method: 'GET', url, ...empty });
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({ apiVersion: 'v1', version: expect.any(String) });
  });

  test('the health address answers at the origin', async () => {
    const url = new URL('/health', service.subject.baseUrl).href;
    expect((await service.raw({ method: 'GET', url, ...empty })).status).toBe(200);
  });

  test('a request without a key, or with a wrong one, is answered 401 in the form of section 7', async () => {
    const url = `${service.subject.baseUrl}/organizations`;
    for (const headers of [{}, { 'X-API-Key': 'svc_live_wrong' }, { Authorization: 'Bearer svc_live_wrong' }]) {
      const reply = await service.raw({ method: 'GET', url, headers, body: '' });
      expect(reply.status).toBe(401);
      expect(reply.json).toEqual(refusal('UNAUTHORIZED', 'A valid API key is required.'));
    }
  });

  test('the key is taken from X-API-Key and, equally, as a bearer token', async () => {
    const url = `${service.subject.baseUrl}/organizations`;
    const key = service.subject.users[OWNER]?.apiKey ?? '';
    const one = await service.raw({ method: 'GET', url, headers: { 'X-API-Key': key }, body: '' });
    const other = await service.raw({ method: 'GET', url, headers: { Authorization: `Bearer ${key}` }, body: '' });
    expect(one.status).toBe(200);
    expect(other.json).toEqual(one.json);
  });

  test('an unknown path is 404 with a key and 401 without one', async () => {
    await service.expectStatus(404, service.ask('GET', '/nothing/here'));
    const url = `${service.subject.baseUrl}/nothing/here`;
    expect((await service.raw({ method: 'GET', url, ...empty })).status).toBe(401);
  });

  test('a method that a path does not support is answered 401, or 405 as a switch', async () => {
    expect((await service.ask('PUT', '/folders/roots')).status).toBe(401);
    service.subject.change({ unsupportedMethod: 405 });
    expect((await service.ask('PUT', '/folders/roots')).status).toBe(405);
  });

  test('a missing field is named in the words of the service', async () => {
    const reply = await service.ask('POST', '/files', { name: 'a.txt' });
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual(refusal('BAD_REQUEST', 'FileType field is required'));
  });

  test('unknown fields of a body are ignored', async () => {
    const body = { name: 'a.txt', fileType: 'Document', colour: 'blue' };
    expect(await service.expectStatus(201, service.ask('POST', '/files', body))).toMatchObject({ name: 'a.txt' });
  });

  test('malformed JSON, a wrong type and a bad id are refused with 400', async () => {
    const key = service.subject.users[OWNER]?.apiKey ?? '';
    const url = `${service.subject.baseUrl}/folders`;
    const torn = await service.raw({ method: 'POST', url, headers: { 'X-API-Key': key }, body: '{"name":' });
    expect(torn.json).toEqual(refusal('BAD_REQUEST', 'The request body is not valid JSON.'));
    expect((await service.ask('POST', '/folders', { name: 5 })).json).toEqual(
      refusal('BAD_REQUEST', /^Name is not valid/),
    );
    expect((await service.ask('GET', '/files/17')).json).toEqual(refusal('BAD_REQUEST', /'17' is not valid/));
  });

  test('an empty body with a JSON content type is accepted where nothing is needed', async () => {
    const folder = await service.folder('Empty bodies');
    await service.expectStatus(200, service.ask('GET', `/folders/${folder}`));
    await service.expectStatus(204, service.ask('POST', `/folders/${folder}/archive`));
    expect((await service.ask('POST', `/folders/${folder}/restore`, {})).status).toBe(200);
  });

  test('query names match without regard to case, and a page holds at most 100', async () => {
    const folder = await service.folder('Pages');
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await service.upload(folder, name, name);
    const lower = await service.ask('GET', `/folders/${folder}/files?page=2&pageSize=2`);
    const upper = await service.ask('GET', `/folders/${folder}/files?Page=2&PAGESIZE=2`);
    expect(upper.json).toEqual(lower.json);
    expect(lower.json).toMatchObject({ page: 2, pageSize: 2, totalCount: 3, totalPages: 2, hasNextPage: false });
    expect(lower.json.items.map(file => file.name)).toEqual(['c.txt']);
    await service.expectStatus(400, service.ask('GET', `/folders/${folder}/files?pageSize=101`));
  });

  test('beyond the rate limit the service answers 429 with Retry-After, and goes on after that time', async () => {
    service.subject.change({ rateLimit: { requests: 2, perSeconds: 10 } });
    await service.expectStatus(200, service.ask('GET', '/organizations'));
    await service.expectStatus(200, service.ask('GET', '/organizations'));
    const limited = await service.ask('GET', '/organizations');
    expect(limited.status).toBe(429);
    expect(limited.json).toEqual(refusal('RATE_LIMIT_EXCEEDED', /Retry after/));
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThanOrEqual(9);
    await service.expectStatus(200, service.ask('GET', '/organizations', undefined, MEMBER));
    service.subject.advance(Number(limited.headers.get('retry-after')) * 1000);
    await service.expectStatus(200, service.ask('GET', '/organizations'));
  });

  test('X-Organization-Id is honoured: an own organization works, another one is forbidden', async () => {
    const [own] = await service.list('/organizations');
    const [foreign] = await service.list('/organizations', STRANGER);
    const key = service.subject.users[OWNER]?.apiKey ?? '';
    const rootsOf = (id = '') =>
      service.raw({
        method: 'GET',
        url: `${service.subject.baseUrl}/folders/roots`,
        headers: { 'x-api-key': key, 'x-organization-id': id },
        body: '',
      });
    expect((await rootsOf(own?.id)).status).toBe(200);
    expect((await rootsOf(foreign?.id)).json).toEqual(refusal('FORBIDDEN', /not a member/));
  });
}
