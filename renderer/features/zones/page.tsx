import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

import { zonesWords as words } from '../../../shared/features/zones/window-text.ts';
import { classes } from '../../components/classes.ts';
import { Button } from '../../components/controls/button.tsx';
import { useKeptFocus } from '../../components/overlay/restore-focus.ts';
import { FaultStrip } from '../../components/feedback/fault-strip.tsx';
import { readZones, tidyZones, useZones } from './stores/cards.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './zones.module.css';

/** A part of the screen with the way back to where it belongs, scrolled as a whole unless a list of it scrolls itself. */
export function Page(props: {
  readonly back?: { readonly label: string; readonly onPress: () => void };
  readonly tools?: ReactNode;
  /** One of its lists fills what is left and scrolls by itself. */
  readonly isList?: boolean;
  readonly children: ReactNode;
}) {
  const { back, tools, isList = false, children } = props;
  const page = useRef<HTMLDivElement>(null);
  // A zone that goes takes its buttons with it.
  useKeptFocus(page);
  return (
    <>
      <div className={styles['tools']}>
        {back === undefined ? null : (
          <Button look="quiet" onPress={back.onPress}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
            {back.label}
          </Button>
        )}
        <span className={styles['end']}>{tools}</span>
      </div>
      <Trouble />
      <div className={isList ? styles['fixed'] : classes(layout['scrolls'], styles['scroll'])} ref={page} tabIndex={-1}>
        {children}
      </div>
    </>
  );
}

/** What stopped the last thing that was tried. */
function Trouble() {
  const { fault, cards } = useZones();
  return (
    <FaultStrip
      fault={fault}
      saidTitle={words.serviceSaid}
      again={
        fault === null || cards !== null
          ? { label: words.close, onPress: tidyZones }
          : { label: words.again, onPress: () => void readZones() }
      }
    />
  );
}

/** One fact of a zone or a run. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
