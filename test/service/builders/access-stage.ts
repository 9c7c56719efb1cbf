import { randomUUID } from 'node:crypto';

import { vi } from 'vitest';

import { requirePresent } from '../../../shared/assert.ts';
import { labOf, secretTo } from '../conformance/people/people-steps.ts';
import type { Json } from '../conformance/subject.ts';
import type { Cast, Role } from './access-cast.ts';

/** What requests of the access matrix are about, as ids (or tokens). */
export type Prop = keyof typeof MAKERS;

/** One set of things; each is made when it is first asked for. */
export class Stage {
  readonly cast: Cast;
  readonly #made = new Map<Prop, Promise<string>>();

  constructor(cast: Cast) {
    this.cast = cast;
  }

  get(prop: Prop): Promise<string> {
    const known = this.#made.get(prop);
    if (known !== undefined) return known;
    const made = MAKERS[prop](this);
    this.#made.set(prop, made);
    return made;
  }

  /** Has something made, which must succeed. */
  async make(by: Role, address: string, body?: object): Promise<Json> {
    const [method = '', path = ''] = address.split(' ');
    const reply = await this.cast.ask(by, method as 'POST', path, body);
    if (reply.status >= 400) throw new Error(`${address} as ${by} answered ${reply.status} ${reply.text}`);
    return reply.json;
  }
}

interface StartedAuthorization {
  readonly auth_id: string;
  readonly state: string;
  readonly stand_in: { readonly code: string };
}

const SHARED: readonly Role[] = ['admin', 'editor', 'viewer'];

/** How each thing comes about. Unless it says otherwise the holder makes it. */
const MAKERS = {
  lab: (stage: Stage) => labOf(stage.cast.tester),
  knowledgeBase: (stage: Stage) => stage.cast.tester.knowledgeBase(),

  /** At the top, shared with admin, editor and viewer. */
  folder: async (stage: Stage) => {
    const { id } = await stage.make('holder', 'POST /folders', { name: 'Bench 7', visibility: 'private' });
    for (const role of SHARED) {
      await stage.make('holder', `POST /folders/${id}/share`, { userId: stage.cast.userId(role), role });
    }
    return id;
  },
  inner: async (stage: Stage) => {
    const body = { name: 'Inner', visibility: 'private', parentFolderId: await stage.get('folder') };
    return (await stage.make('holder', 'POST /folders', body)).id;
  },
  archived: async (stage: Stage) => {
    const id = await stage.get('inner');
    await stage.make('holder', `POST /folders/${id}/archive`);
    return id;
  },
  /** A sharing entry on the folder, for a person outside the cast. */
  folderEntry: async (stage: Stage) => {
    const body = { userId: await stage.cast.spare(), role: 'viewer' };
    return (await stage.make('holder', `POST /folders/${await stage.get('folder')}/share`, body)).id;
  },

  /** In the folder, with nothing of its own shared. */
  file: async (stage: Stage) => {
    const body = { name: 'gel.txt', fileType: 'Document', content: 'bands', folderId: await stage.get('folder') };
    return (await stage.make('holder', 'POST /files', body)).id;
  },
  version: async (stage: Stage) =>
    (await stage.make('holder', `GET /files/${await stage.get('file')}`)).latestVersionId,
  fileEntry: async (stage: Stage) => {
    const body = { userId: await stage.cast.spare(), role: 'viewer' };
    return (await stage.make('holder', `POST /files/${await stage.get('file')}/share`, body)).id;
  },
  /** In the library, so that everyone in the organization may read it. */
  published: async (stage: Stage) => {
    const id = await stage.get('file');
    await stage.make('holder', `POST /files/${id}/promote`, { visibility: 'library' });
    return id;
  },
  /** The holder's working copy, with something to commit. */
  copy: async (stage: Stage) => {
    const { id } = await stage.make('holder', `POST /files/${await stage.get('published')}/working-copy`);
    await stage.make('holder', `POST /files/${id}/versions`, { content: 'sharper bands' });
    return id;
  },
  /** Announced and stored, not confirmed. */
  upload: async (stage: Stage) => {
    const body = { fileName: 'plate.csv', contentType: 'text/plain', fileSizeBytes: 3 };
    const path = `POST /folders/${await stage.get('folder')}/files/upload`;
    const { fileId, uploadUrl } = await stage.make('holder', path, body);
    await stage.cast.tester.put(uploadUrl, 'a;b');
    return fileId;
  },

  task: async (stage: Stage) => (await stage.make('holder', 'POST /tasks', { title: 'Compare the gels' })).id,
  archivedTask: async (stage: Stage) => {
    const id = await stage.get('task');
    await stage.make('holder', `DELETE /tasks/${id}`);
    return id;
  },
  /** Announced for the task and stored, not confirmed. */
  rendered: async (stage: Stage) => {
    const body = { fileName: 'gel.html', contentType: 'text/plain', sizeBytes: 3 };
    const target = await stage.make('holder', `POST /tasks/${await stage.get('task')}/files/rendered`, body);
    await stage.cast.tester.put(target.uploadUrl, 'gel');
    return target.id;
  },
  attachment: async (stage: Stage) => {
    const path = `/tasks/${await stage.get('task')}/files/rendered/${await stage.get('rendered')}/confirm`;
    return (await stage.make('holder', `POST ${path}`)).id;
  },

  libraryFolder: async (stage: Stage) =>
    (await stage.make('Owner', `POST /organizations/${await stage.get('lab')}/library/folders`, { name: 'SOPs' })).id,

  /** With admin, editor and viewer as members of that role. */
  project: async (stage: Stage) => {
    const { id } = await stage.make('holder', 'POST /projects', { name: 'Kestrel' });
    for (const role of SHARED) {
      await stage.make('holder', `POST /projects/${id}/members`, { userId: stage.cast.userId(role), role });
    }
    return id;
  },
  /** A viewer of the project who is not in the cast. */
  projectMember: async (stage: Stage) => {
    const userId = await stage.cast.spare();
    await stage.make('holder', `POST /projects/${await stage.get('project')}/members`, { userId, role: 'viewer' });
    return String(userId);
  },

  /** The Owner's, built. */
  bundle: async (stage: Stage) => {
    const path = `/organizations/${await stage.get('lab')}/exports`;
    const { id } = await stage.make('Owner', `POST ${path}`);
    await vi.waitFor(
      async () => {
        const { status } = await stage.make('Owner', `GET ${path}/${id}`);
        if (status !== 'completed') throw new Error(`the export is ${status}`);
      },
      { timeout: 15_000 },
    );
    return id;
  },
  /** A better name for a file that the holder uploaded where everyone in the organization may change it. */
  proposal: async (stage: Stage) => {
    await stage.make('Owner', `PATCH /organizations/${await stage.get('lab')}/kb-autotidy`, { enabled: true });
    const folderId = await stage.get('knowledgeBase');
    // Nothing is proposed where it would make two files of one name.
    const body = { name: `Copy of gel ${randomUUID()}.trc`, fileType: 'Dataset', content: 'bands', folderId };
    const { id } = await stage.make('holder', 'POST /files', body);
    return vi.waitFor(
      async () => {
        const { items } = await stage.make('holder', 'GET /kb-review-items?pageSize=100');
        return requirePresent(
          items.find(item => item.fileId === id),
          'a proposal',
        ).id;
      },
      { timeout: 15_000 },
    );
  },

  spare: async (stage: Stage) => String(await stage.cast.spare()),
  membership: async (stage: Stage) => {
    const spare = Number(await stage.get('spare'));
    const members = await stage.cast.tester.list(`/organizations/${await stage.get('lab')}/members`);
    return requirePresent(
      members.find(member => member.userId === spare),
      'the spare member',
    ).id;
  },
  invited: (stage: Stage) => Promise.resolve(stage.cast.address('invited')),
  invitation: async (stage: Stage) => {
    const body = { email: await stage.get('invited'), role: 'Member' };
    return (await stage.make('Owner', `POST /organizations/${await stage.get('lab')}/invitations`, body)).id;
  },
  invitationToken: async (stage: Stage) => {
    await stage.get('invitation');
    return secretTo(stage.cast.tester, await stage.get('invited'));
  },
  key: async (stage: Stage) => (await stage.make('holder', 'POST /api-keys', { name: 'spare' })).id,
  holder: (stage: Stage) => Promise.resolve(String(stage.cast.userId('holder'))),

  connection: async (stage: Stage) =>
    (await stage.make('holder', 'POST /mcp/connections', { name: 'Notebook', url: 'https://folianote.example/' })).id,
  /** What the provider sends back, as JSON. */
  authorizationAnswer: async (stage: Stage) => {
    const path = `/connections/${await stage.get('connection')}/authorization`;
    const reply = (await stage.make('holder', `POST ${path}`, { consent: true })) as unknown as StartedAuthorization;
    return JSON.stringify({ auth_id: reply.auth_id, code: reply.stand_in.code, state: reply.state });
  },
  authorization: async (stage: Stage) => {
    const answer = JSON.parse(await stage.get('authorizationAnswer')) as StartedAuthorization;
    return answer.auth_id;
  },
  provider: () => Promise.resolve('folianote'),
};
