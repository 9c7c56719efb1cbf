import { createHmac } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';

import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';

import { running, temporaryFolder } from './builders/running.ts';
import { Application } from './conformance/people/application.ts';
import { asking, codeFor, sessionOf } from './conformance/people/people-steps.ts';
import { MEMBER } from './conformance/subject.ts';

test('mail lies in the data folder as files that only their owner reads', async () => {
  const folder = await temporaryFolder();
  const { tester } = await running({ folder });
  const codes = [await codeFor(tester, 'jonas.brandt@example.org'), await codeFor(tester, 'aiko.tanabe@example.org')];
  const names = (await readdir(join(folder, 'outbox'))).toSorted();
  const mails = await Promise.all(names.map(async name => readFile(join(folder, 'outbox', name), 'utf8')));
  expect(mails.map(text => (JSON.parse(text) as { secret: string }).secret)).toEqual(codes);
  expect((await stat(join(folder, 'outbox', names[0] ?? ''))).mode & 0o077).toBe(0);
});

test('sessions, codes, mail and applications outlast a restart, and no secret stands in the records', async () => {
  const folder = await temporaryFolder();
  const first = await running({ folder });
  const { token } = await sessionOf(first.tester, MEMBER);
  const application = await Application.register(first.tester);
  const tokens = await application.signIn('Jonas Brandt');
  const code = await codeFor(first.tester, 'aiko.tanabe@example.org');
  await first.close();
  const records = await readFile(join(folder, 'service.db'), 'latin1');
  for (const secret of [tokens.access_token, tokens.refresh_token, code]) expect(records).not.toContain(`"${secret}"`);
  const { tester } = await running({ folder });
  expect((await asking(tester, token)('GET', '/folders/roots')).status).toBe(200);
  expect((await asking(tester, tokens.access_token)('GET', '/folders/roots')).status).toBe(200);
  const verify = asking(tester, null)('POST', '/account/MagicLink/Verify', { email: 'aiko.tanabe@example.org', code });
  expect((await verify).status).toBe(200);
});

test('a session of one service is nothing to another', async () => {
  const [one, other] = [await running(), await running()];
  const { token } = await sessionOf(one.tester, MEMBER);
  expect((await asking(one.tester, token)('GET', '/organizations')).status).toBe(200);
  expect((await asking(other.tester, token)('GET', '/organizations')).status).toBe(401);
});

test('what a token says about its algorithm decides nothing, not even under the right key', async () => {
  const folder = await temporaryFolder();
  const first = await running({ folder });
  const { token } = await sessionOf(first.tester, MEMBER);
  await first.close();
  const database = new Sqlite(join(folder, 'service.db'));
  const row = database.prepare("SELECT value FROM fact WHERE name = 'session-secret'").get() as { value: string };
  database.close();
  const { tester } = await running({ folder });
  const signed = (head: string): string => {
    const header = Buffer.from(head).toString('base64url');
    const text = `${header}.${token.split('.')[1]}`;
    return `${text}.${createHmac('sha256', row.value).update(text).digest('base64url')}`;
  };
  const statusOf = async (head: string) => (await asking(tester, signed(head))('GET', '/organizations')).status;
  expect(await statusOf('{"alg":"HS256","typ":"JWT"}')).toBe(200);
  for (const alg of ['none', 'HS512', 'RS256']) expect(await statusOf(`{"alg":"${alg}","typ":"JWT"}`)).toBe(401);
});

test.each(['/outbox', '/.well-known/oauth-authorization-server', '/oauth/authorize?client_id=x'])(
  'a page of the internet whose name points here does not read %s',
  async path => {
    const { baseUrl } = await running();
    const url = new URL(path, baseUrl);
    expect(await statusFor(url, 'rebound.example.org')).toBe(403);
    expect(await statusFor(url, url.host)).not.toBe(403);
    expect(await statusFor(url, `localhost:${url.port}`)).not.toBe(403);
  },
);

async function statusFor(url: URL, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, response => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
