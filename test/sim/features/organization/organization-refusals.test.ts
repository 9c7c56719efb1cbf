import { beforeAll, expect, test } from 'vitest';

import type { CallName, Input } from '../../../../shared/contract.ts';
import { toFault } from '../../../../shared/fault.ts';
import { faultText } from '../../../../shared/text/faults.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const ID = '00000000-0000-4000-8000-0000000000aa';

/** Every call about the organization with something that could be asked for. */
const ASKED: { readonly [N in CallName]?: Input<N> } = {
  'organization.look': {},
  'organization.rename': { name: 'New' },
  'organization.setPilot': { start: null, end: null },
  'organization.setAutotidy': { enabled: true },
  'organization.makeDefault': {},
  'organization.members': {},
  'organization.find': { query: 'jonas' },
  'organization.setRole': { member: ID, seen: 'Member', role: 'Admin' },
  'organization.removeMember': { member: ID, seen: 'Member' },
  'organization.invitations': {},
  'organization.invite': { email: 'new@lab.example', role: 'Member' },
  'organization.resendInvitation': { id: ID },
  'organization.cancelInvitation': { id: ID },
  'organization.files': { search: '', page: 1 },
  'export.start': {},
  'export.look': { job: ID },
  'export.get': { job: ID, folder: '/home', name: null },
  'projects.list': {},
  'projects.look': { id: ID },
  'projects.create': { name: 'New', description: null, icon: null },
  'projects.change': { id: ID, name: 'New' },
  'projects.archive': { id: ID },
  'projects.leave': { id: ID },
  'projects.addMember': { id: ID, userId: 2, role: 'viewer' },
  'projects.setRole': { id: ID, userId: 2, seen: 'viewer', role: 'admin' },
  'projects.removeMember': { id: ID, userId: 2, seen: 'viewer' },
  'audit.page': { action: null, user: null, page: 1 },
  'keys.list': {},
  'keys.make': { name: 'New', expiresAt: null },
  'keys.revoke': { id: ID },
  'keys.setPolicy': { policy: 'admins_only' },
  'proposals.page': { page: 1 },
  'proposals.decide': { id: ID, approve: true },
};
const CALLS = Object.keys(ASKED) as CallName[];

const ANSWERS = {
  403: '{"errorCode":"FORBIDDEN","messages":["Ask an owner."]}',
  404: '{"errorCode":"NOT_FOUND","messages":[]}',
  429: '{"errorCode":"RATE_LIMIT_EXCEEDED","messages":[]}',
} as const;
/** What a call may answer although every request of it was refused: that there is nothing of it for this person. */
const NOTHING = /"standing":"(?:absent|not-allowed)"|"isThere":false/;

let lab: QuietLab;
let mira: Computer;

beforeAll(async () => {
  lab = new QuietLab();
  mira = await lab.computer('Mira');
});

async function saidBy(call: CallName, status: 403 | 404 | 429): Promise<string> {
  const headers = { 'content-type': 'application/json', 'retry-after': '2' };
  lab.trouble = () => ({ kind: 'instead', answer: { status, headers, body: ANSWERS[status] } });
  try {
    const input = ASKED[call] as Input<typeof call>;
    return JSON.stringify(await lab.call(mira, call, input));
  } catch (error) {
    const fault = toFault(error);
    const { title, sentence, remedy } = faultText(fault);
    return fault.kind === 'bug' ? `bug: ${fault.detail}` : [title, sentence, remedy].join(' ');
  } finally {
    lab.trouble = () => null;
  }
}

test.each([403, 404, 429] as const)(
  'each call that is answered %i ends with a plain sentence, and nothing is done',
  async status => {
    for (const call of CALLS) {
      const said = await saidBy(call, status);
      const isPlain =
        NOTHING.test(said) || (/[.!]”?$/.test(said.trim()) && !/^[{[]|\b(?:bug|undefined|403|404|429)\b/.test(said));
      expect(isPlain ? '' : `${call}: ${said}`).toBe('');
    }
    const after = await lab.call(mira, 'organization.look', {});
    expect(after).toMatchObject({ name: 'Halden Lab', autotidy: false });
  },
);
