import { Icon } from '../icon.tsx'

const paths = {
  calendar: 'M4 6h16v14H4zM4 10.5h16M8 3.5V8M16 3.5V8',
  back: 'm14 6-6 6 6 6',
  onward: 'm10 6 6 6-6 6',
  down: 'm6 10 6 6 6-6',
}

/** A 16 px icon of the date fields. Apart from the frame's icons, which every page loads. */
export const DateIcon = ({ name }: { name: keyof typeof paths }) => <Icon path={paths[name]} size={16} />
