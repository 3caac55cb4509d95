import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useInSight } from './use-in-sight.ts'

function Line() {
  const line = useInSight<HTMLElement>('Bills')
  return (
    <nav ref={line} style={{ display: 'flex', overflowX: 'auto', inlineSize: 250 }}>
      {['Subscriptions', 'Bills', 'Billing runs'].map((name) => (
        <a key={name} href={`#${name}`} style={{ flex: 'none', inlineSize: 100 }} aria-current={name === 'Bills' ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

test('a link that is only partly in its line is shown in full when it gets the focus, and so is one before', async () => {
  const screen = await render(<Line />)
  const isWhole = (name: string) => {
    const [frame, box] = [screen.getByRole('navigation'), screen.getByRole('link', { name })].map((one) =>
      one.element().getBoundingClientRect(),
    )
    return box!.left >= frame!.left && box!.right <= frame!.right
  }
  expect(isWhole('Billing runs')).toBe(false)
  for (let at = 0; at < 3; at++) await userEvent.tab()
  await expect.element(screen.getByRole('link', { name: 'Billing runs' })).toHaveFocus()
  expect(isWhole('Billing runs')).toBe(true)
  for (let at = 0; at < 2; at++) await userEvent.tab({ shift: true })
  expect(isWhole('Subscriptions')).toBe(true)
})
