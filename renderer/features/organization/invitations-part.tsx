import { useState } from 'react';

import type { GivenOrganizationRole, OpenInvitation } from '../../../shared/features/organization/model.ts';
import { formatMoment } from '../../../shared/text/format.ts';
import { organizationRole, organizationWindow as words } from '../../../shared/features/organization/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { Form } from '../../components/fields/form.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { Select } from '../../components/fields/select.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { useNow } from '../../state/clock.ts';
import { cancelInvitation, invitations, invite, resendInvitation } from './stores/people.ts';
import { isOther } from '../../state/reading/section.ts';
import { GIVEN_ROLES } from './member-row.tsx';
import styles from './section/section.module.css';
import { Part, Standing, useAnswering, useReading } from './section/section-state.tsx';
import layout from '../../components/layout/layout.module.css';

/** Who is invited and has not come yet; inviting more. */
export function InvitationsPart() {
  useReading(invitations);
  const { value: all, changing } = invitations.use();
  const [leaving, setLeaving] = useState<OpenInvitation | null>(null);
  return (
    <Part title={words.invitations} about={words.invitationsAbout}>
      <Standing of={invitations} />
      <Inviting />
      {all?.length === 0 ? <p className={layout['soft']}>{words.noInvitations}</p> : null}
      {all === null || all.length === 0 ? null : (
        <ul className={styles['list']}>
          {all.map(each => (
            <Line key={each.id} invitation={each} isBusy={isOther(changing, each.id)} onCancel={setLeaving} />
          ))}
        </ul>
      )}
      {leaving === null ? null : <CancelQuestion invitation={leaving} onClose={() => setLeaving(null)} />}
    </Part>
  );
}

/** What looks like an address; whether it is one, its mail tells. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

function Inviting() {
  const [email, type] = useState('');
  const [role, setRole] = useState<GivenOrganizationRole>('Member');
  const [isTried, setTried] = useState(false);
  const changing = invitations.use(state => state.changing);
  const isWrong = !ADDRESS.test(email.trim());
  const send = async () => {
    setTried(true);
    if (isWrong || changing !== null) return;
    const isDone = await invite(email.trim(), role);
    if (!isDone) return;
    type('');
    setTried(false);
  };
  return (
    <Form onSubmit={() => void send()}>
      <div className={styles['adding']}>
        <TextField
          label={words.email}
          kind="email"
          value={email}
          onChange={type}
          error={isTried && isWrong ? words.emailWrong : null}
          maxLength={254}
        />
        <Select
          label={words.inviteRole}
          value={role}
          options={GIVEN_ROLES.map(value => ({ value, label: value }))}
          onChange={setRole}
        />
        <Button type="submit" isDisabled={isOther(changing, '')}>
          {changing === '' ? words.inviting : words.invite}
        </Button>
      </div>
    </Form>
  );
}

interface LineProps {
  readonly invitation: OpenInvitation;
  readonly isBusy: boolean;
  readonly onCancel: (invitation: OpenInvitation) => void;
}

function Line({ invitation, isBusy, onCancel }: LineProps) {
  const nowMs = useNow(MINUTE);
  const { email, role, isExpired, expiresAt } = invitation;
  const until = expiresAt === null ? '' : words.until(formatMoment(Date.parse(expiresAt), nowMs));
  return (
    <li className={styles['line']}>
      <span className={styles['words']}>
        <bdi>{shownName(email)}</bdi>
        <span className={layout['soft']}>
          {[role === null ? null : organizationRole(role), isExpired ? '' : until]
            .filter(text => text !== null && text !== '')
            .join(' · ')}
        </span>
      </span>
      {isExpired ? <Chip label={words.expired} /> : null}
      <span className={styles['end']}>
        <Button isDisabled={isBusy} label={words.resendHint(email)} onPress={() => void resendInvitation(invitation)}>
          {words.resend}
        </Button>
        <Button isDisabled={isBusy} label={words.cancelHint(email)} onPress={() => onCancel(invitation)}>
          {words.cancel}
        </Button>
      </span>
    </li>
  );
}

interface CancelProps {
  readonly invitation: OpenInvitation;
  readonly onClose: () => void;
}

function CancelQuestion({ invitation, onClose }: CancelProps) {
  const { close, answer, fault, isBusy } = useAnswering(invitations, onClose);
  const texts = words.cancelling;
  return (
    <Question
      title={texts.title(invitation.email)}
      fault={fault}
      yes={texts.yes}
      canAnswer={fault === null}
      isBusy={isBusy}
      isDangerous
      onYes={() => answer(() => cancelInvitation(invitation))}
      onClose={close}
    >
      <p>{texts.text}</p>
    </Question>
  );
}
