import { afterEach, beforeEach, describe } from 'vitest';

import { present } from '../../../shared/assert.ts';
import { connections } from './connections.ts';
import { conventions } from './conventions.ts';
import { files } from './files.ts';
import { folders } from './folders.ts';
import { projects } from './projects.ts';
import { providers } from './providers.ts';
import { accounts } from './accounts.ts';
import { invitations } from './invitations.ts';
import { keysAndAudit } from './keys-and-audit.ts';
import { organizations } from './organizations.ts';
import { signIn } from './sign-in.ts';
import { Tester } from './subject.ts';
import type { Subject } from './subject.ts';
import { uploads } from './uploads.ts';
import { versions } from './versions.ts';

/** What every service has to do, ours over HTTP and its fake in memory alike; each test gets a fresh one from `open`. */
export function serviceConformance(name: string, open: () => Promise<Subject>): void {
  describe(`${name}`, () => {
    let subject: Subject | null = null;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(async () => {
      await subject?.close();
      subject = null;
    });
    const tester = new Tester(() => present(subject, 'the service under test'));
    describe('conventions', () => {
      conventions(tester);
    });
    describe('organizations', () => {
      organizations(tester);
    });
    describe('invitations', () => {
      invitations(tester);
    });
    describe('accounts', () => {
      accounts(tester);
    });
    describe('sign-in', () => {
      signIn(tester);
    });
    describe('keys and audit', () => {
      keysAndAudit(tester);
    });
    describe('folders', () => {
      folders(tester);
    });
    describe('files', () => {
      files(tester);
    });
    describe('uploads', () => {
      uploads(tester);
    });
    describe('versions', () => {
      versions(tester);
    });
    describe('projects', () => {
      projects(tester);
    });
    describe('connections', () => {
      connections(tester);
    });
    describe('providers', () => {
      providers(tester);
    });
  });
}
