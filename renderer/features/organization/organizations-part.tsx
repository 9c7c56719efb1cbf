import { useEffect } from 'react';

import { organizationRole, organizationWindow as words } from '../../../shared/features/organization/window-text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Chip } from '../../components/items/chip.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { readAccountPage, useAccount } from '../account/stores/account.ts';
import { actIn } from './stores/opening.ts';
import styles from './section/section.module.css';
import { Part } from './section/section-state.tsx';

/** The organizations one is in, and which of them Benchtop acts in; nothing where there is no choice. */
export function OrganizationsPart() {
  const { info, busy, fault } = useAccount();
  useEffect(() => void readAccountPage(), []);
  const all = info?.organizations ?? [];
  if (all.length < 2) return null;
  return (
    <Part title={words.yours} about={words.yoursAbout}>
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={words.said} />}
      <ul className={styles['list']}>
        {all.map(({ id, name, role, isActive }) => (
          <li key={id} className={styles['line']}>
            <strong>
              <bdi>{shown(name)}</bdi>
            </strong>
            {role === null ? null : <Chip label={organizationRole(role)} />}
            <span className={styles['end']}>
              {isActive ? (
                <span className={styles['soft']}>{words.active}</span>
              ) : (
                <Button isDisabled={busy !== null} label={words.switchHint(name)} onPress={() => void actIn(id)}>
                  {words.switchTo}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
