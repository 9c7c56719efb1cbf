import { useEffect, useState } from 'react';

import type { InvitationInfo } from '../../../shared/features/account/model.ts';
import { formatMoment } from '../../../shared/text/format.ts';
import { invitationTexts } from '../../../shared/features/account/invitation-text.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { Focused } from '../../components/overlay/focused.tsx';
import { Form } from '../../components/fields/form.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { acceptInvitation, lookAtInvitation, useAccount } from './stores/account.ts';
import { useNow } from '../../state/clock.ts';
import styles from './account-view.module.css';
import layout from '../../components/layout/layout.module.css';

/** An invitation from a pasted link, or from one that was opened. It is looked at first and taken only when asked. */
export function InvitationSection({ given }: { readonly given: string | null }) {
  const [link, setLink] = useState(given ?? '');
  const { invitation, joined, busy } = useAccount();
  useEffect(() => {
    if (given !== null) void lookAtInvitation(given);
  }, [given]);
  return (
    <section className={styles['section']} aria-label={invitationTexts.title}>
      <h2 className={styles['title']}>{invitationTexts.title}</h2>
      <Form onSubmit={() => (link.trim() === '' ? undefined : void lookAtInvitation(link))}>
        <div className={styles['field']}>
          <span className={styles['grow']}>
            <TextField label={invitationTexts.paste} value={link} onChange={setLink} maxLength={4000} />
          </span>
          <Button type="submit" isDisabled={busy !== null || link.trim() === ''}>
            {invitationTexts.look}
          </Button>
        </div>
      </Form>
      {joined === null ? null : (
        <Focused>
          <p>{invitationTexts.joined(joined)}</p>
        </Focused>
      )}
      {invitation === null ? null : <Found invitation={invitation} link={link} />}
    </section>
  );
}

function Found({ invitation, link }: { readonly invitation: InvitationInfo; readonly link: string }) {
  const nowMs = useNow(MINUTE);
  const busy = useAccount(state => state.busy);
  const { state, organization, email, role, invitedBy, expiresAt, signedInAs } = invitation;
  if (state === 'expired')
    return <Told title={invitationTexts.expired} text={invitationTexts.expiredRemedy(invitedBy)} />;
  if (state === 'gone') return <Told title={invitationTexts.gone} text={invitationTexts.goneRemedy} />;
  if (state === 'other-email')
    return <Told title={invitationTexts.otherEmail} text={invitationTexts.otherEmailRemedy(email ?? '', signedInAs)} />;
  return (
    <Focused>
      <div className={styles['facts']}>
        <strong>{invitationTexts.pending(organization ?? '')}</strong>
        {invitedBy === null ? null : <span>{invitationTexts.from(invitedBy, role)}</span>}
        {email === null ? null : <span>{invitationTexts.for(email)}</span>}
        {expiresAt === null ? null : (
          <span className={layout['faint']}>{invitationTexts.until(formatMoment(Date.parse(expiresAt), nowMs))}</span>
        )}
      </div>
      <Button look="main" isDisabled={busy !== null} onPress={() => void acceptInvitation(link)}>
        {busy === 'accepting' ? invitationTexts.accepting : invitationTexts.accept}
      </Button>
    </Focused>
  );
}

function Told({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Focused>
      <Notice tone="wait" title={title}>
        <span>{text}</span>
      </Notice>
    </Focused>
  );
}
