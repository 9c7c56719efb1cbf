import { afterEach, beforeEach, describe } from 'vitest';

import { requirePresent } from '../../../shared/assert.ts';
import { accounts } from './people/accounts.ts';
import { connections } from './connections.ts';
import { conventions } from './conventions.ts';
import { exports } from './files/exports.ts';
import { files } from './files/files.ts';
import { folders } from './files/folders.ts';
import { inheritance } from './inheritance.ts';
import { library } from './files/library.ts';
import { projects } from './projects.ts';
import { seededFolders } from './files/seeded-folders.ts';
import { sharing } from './sharing.ts';
import { providers } from './people/providers.ts';
import { attachments } from './files/attachments.ts';
import { messages } from './messages.ts';
import { invitations } from './people/invitations.ts';
import { keysAndAudit } from './people/keys-and-audit.ts';
import { oauth } from './people/oauth.ts';
import { organizations } from './people/organizations.ts';
import { signIn } from './people/sign-in.ts';
import { peopleAccess } from './people/people-access.ts';
import { Tester } from './subject.ts';
import { refusals } from './refusals.ts';
import { renderedFiles } from './files/rendered-files.ts';
import { reviews } from './reviews.ts';
import { searches } from './searches.ts';
import type { Subject } from './subject.ts';
import { tasks } from './tasks.ts';
import { uploads } from './files/uploads.ts';
import { versions } from './files/versions.ts';

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
    const tester = new Tester(() => requirePresent(subject, 'the service under test'));
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
    describe('OAuth', () => {
      oauth(tester);
    });
    describe('access to people', () => {
      peopleAccess(tester);
    });
    describe('keys and audit', () => {
      keysAndAudit(tester);
    });
    describe('tasks', () => {
      tasks(tester);
    });
    describe('messages', () => {
      messages(tester);
    });
    describe('attachments', () => {
      attachments(tester);
    });
    describe('rendered files', () => {
      renderedFiles(tester);
    });
    describe('searches', () => {
      searches(tester);
    });
    describe('exports', () => {
      exports(tester);
    });
    describe('proposals', () => {
      reviews(tester);
    });
    describe('folders', () => {
      folders(tester);
    });
    describe('folders made when first asked for', () => {
      seededFolders(tester);
    });
    describe('sharing', () => {
      sharing(tester);
    });
    describe('inheritance', () => {
      inheritance(tester);
    });
    describe('the library', () => {
      library(tester);
    });
    describe('files', () => {
      files(tester);
    });
    describe('refusals', () => {
      refusals(tester);
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
