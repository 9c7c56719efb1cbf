import { ChevronDown, ChevronUp, type LucideIcon, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

import { sideTexts } from '../../../shared/features/details/side-text.ts';
import { Button } from '../controls/button.tsx';
import { Either } from '../controls/segmented.tsx';
import { Hint } from '../feedback/hint.tsx';
import layout from '../layout/layout.module.css';
import styles from './side-head.module.css';

/** What the panel beside a list shows of the thing that is chosen. */
export type Side = 'preview' | 'details';

/** Something to do with the thing. */
export interface SideDeed {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

interface SideHeadProps {
  readonly title: string;
  readonly icon: ReactNode;
  /** What is said about it in a few words. */
  readonly marks?: ReactNode;
  /** Null: there is only this side. */
  readonly side: Side | null;
  readonly onSide?: (side: Side) => void;
  /** Null: there is no one thing to go on from. */
  readonly onStep: ((by: 1 | -1) => void) | null;
  readonly deeds: readonly SideDeed[];
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** Whether the other side was just asked for: its panel takes the place of this one, and takes the focus. */
let isTurning = false;

/** The head of the panel beside a list: the name, its neighbours, the two sides of the panel, and what can be done. */
export function SideHead(props: SideHeadProps) {
  const { title, icon, marks, side, onSide, onStep, deeds, closeLabel, onClose } = props;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isTurning) box.current?.querySelector<HTMLElement>('input:checked')?.focus();
    isTurning = false;
  }, []);
  const turn = (to: Side): void => {
    isTurning = to !== side;
    onSide?.(to);
  };
  return (
    <header ref={box} className={styles['head']}>
      <div className={styles['top']} role="presentation" onKeyDown={event => stepByKey(event, onStep)}>
        {icon}
        <h2>{title}</h2>
        {onStep === null ? null : <Steps onStep={onStep} />}
        <Hint text={closeLabel}>
          <Button look="icon" label={closeLabel} onPress={onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </Hint>
      </div>
      {marks}
      <div className={layout['ends']}>
        {side === null ? null : <Either label={sideTexts.sides} value={side} options={SIDES} onChange={turn} />}
        <div className={styles['deeds']}>
          {deeds.map(({ label, icon: Icon, isDisabled = false, onPress }) => (
            <Button key={label} look="quiet" isDisabled={isDisabled} onPress={onPress}>
              <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
              {label}
            </Button>
          ))}
        </div>
      </div>
    </header>
  );
}

const SIDES = (['preview', 'details'] as const).map(value => ({
  value,
  label: sideTexts[value],
  words: sideTexts[value],
}));

function Steps({ onStep }: { readonly onStep: (by: 1 | -1) => void }) {
  return (
    <>
      <Hint text={sideTexts.before}>
        <Button look="icon" label={sideTexts.before} onPress={() => onStep(-1)}>
          <ChevronUp size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </Hint>
      <Hint text={sideTexts.after}>
        <Button look="icon" label={sideTexts.after} onPress={() => onStep(1)}>
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </Hint>
    </>
  );
}

function stepByKey(event: KeyboardEvent, onStep: SideHeadProps['onStep']): void {
  const { key } = event;
  const by = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 0;
  if (by === 0 || onStep === null || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  onStep(by);
}
