import { enterTexts } from '../../../shared/features/set-up/window-text.ts';
import styles from './introduction.module.css';

/** What Benchtop is, in one sentence and one picture, beside the first questions. */
export function Introduction() {
  return (
    <aside className={styles['panel']} aria-label={enterTexts.introduction.label}>
      <Picture />
      <p className={styles['sentence']}>{enterTexts.introduction.sentence}</p>
    </aside>
  );
}

/** A folder on a laptop, and the same folder on the lab's shelf; what changes on one side goes to the other. */
function Picture() {
  return (
    <svg className={styles['picture']} viewBox="0 0 320 190" fill="none" aria-hidden="true">
      <g stroke="var(--ink-faint)" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round">
        <rect x="20" y="58" width="116" height="76" rx="7" fill="var(--paper)" />
        <path d="M8 146h140l-6 -12H14z" fill="var(--paper)" />
        <path d="M216 164V40a8 8 0 0 1 8 -8h72a8 8 0 0 1 8 8v124z" fill="var(--paper)" />
        <path d="M216 78h88M216 122h88M204 164h112" />
      </g>
      <Folder x={56} y={82} />
      <Folder x={238} y={86} />
      <g stroke="var(--ink-faint)" strokeWidth="2" strokeLinecap="round">
        <path d="M230 46v24M240 50v20M250 44v26M262 52v18M274 46v24M286 50v20" />
        <path d="M232 134v22M242 138v18M254 132v24M268 138v18M282 134v22" />
      </g>
      <g stroke="var(--move)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M152 84c16 -16 36 -16 50 0M194 84h9v-10" />
        <path d="M204 112c-16 16 -36 16 -50 0M162 112h-9v10" />
      </g>
    </svg>
  );
}

function Folder({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`} strokeLinejoin="round">
      <path
        d="M0 6a4 4 0 0 1 4 -4h14l5 6h25a4 4 0 0 1 4 4v18a4 4 0 0 1 -4 4H4a4 4 0 0 1 -4 -4z"
        fill="var(--accent-wash)"
        stroke="var(--accent)"
        strokeWidth="2"
        transform="scale(0.9 0.84)"
      />
    </g>
  );
}
