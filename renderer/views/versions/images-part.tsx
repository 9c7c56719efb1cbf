import { type CSSProperties, useState } from 'react';
import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';

import { versionWindowWords as words } from '../../../shared/text/version-window.ts';
import { classes } from '../../components/classes.ts';
import { Tabs } from '../../components/tabs.tsx';
import { useComparison } from '../../stores/versions/comparison.ts';
import styles from './images.module.css';

type Way = 'beside' | 'swipe' | 'difference';

interface Addresses {
  readonly mine: string;
  readonly theirs: string;
}

/** Two images: beside each other, one over the other up to a line, or what differs between them. */
export function ImagesPart() {
  const [way, setWay] = useState<Way>('beside');
  const addresses = useComparison(state => state.images);
  const labels = useComparison(state => state.asked?.labels);
  if (addresses === null || labels === undefined) return <p>{words.under}</p>;
  const pictures = { addresses, labels };
  return (
    <Tabs<Way>
      label={words.images.label}
      chosen={way}
      onChange={setWay}
      tabs={[
        { id: 'beside', label: words.images.beside, content: <Beside {...pictures} /> },
        { id: 'swipe', label: words.images.swipe, content: <Swipe {...pictures} /> },
        { id: 'difference', label: words.images.difference, content: <Difference {...pictures} /> },
      ]}
    />
  );
}

interface Pictures {
  readonly addresses: Addresses;
  readonly labels: { readonly mine: string; readonly theirs: string };
}

function Beside({ addresses, labels }: Pictures) {
  return (
    <div className={styles['beside']}>
      <Picture address={addresses.mine} label={labels.mine} />
      <Picture address={addresses.theirs} label={labels.theirs} />
    </div>
  );
}

function Picture({ address, label }: { readonly address: string; readonly label: string }) {
  const [size, setSize] = useState('');
  return (
    <figure className={styles['picture']}>
      <img
        src={address}
        alt={label}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(words.pixels(naturalWidth, naturalHeight))
        }
      />
      <figcaption>{size === '' ? label : `${label} · ${size}`}</figcaption>
    </figure>
  );
}

function Swipe({ addresses, labels }: Pictures) {
  const [share, setShare] = useState(50);
  // React sets it through the element's own object, which the page's policy allows.
  const cut: CSSProperties = { clipPath: `inset(0 ${100 - share}% 0 0)` };
  return (
    <>
      <Slider className={styles['slider'] ?? ''} value={share} onChange={setShare} minValue={0} maxValue={100}>
        <Label>{words.swipe}</Label>
        <SliderTrack className={styles['track'] ?? ''}>
          <SliderThumb className={styles['thumb'] ?? ''} />
        </SliderTrack>
      </Slider>
      <div className={styles['stack']}>
        <img src={addresses.theirs} alt={labels.theirs} />
        <img src={addresses.mine} alt={labels.mine} style={cut} />
      </div>
    </>
  );
}

function Difference({ addresses, labels }: Pictures) {
  return (
    <div className={styles['stack']}>
      <img src={addresses.theirs} alt={labels.theirs} />
      <img className={classes(styles['over'])} src={addresses.mine} alt={labels.mine} />
    </div>
  );
}
