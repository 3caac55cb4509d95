import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { focusNamed } from './focus.ts'

/** A section that arrives after its page, and a field. */
function Late() {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <button>Elsewhere</button>
      {isThere && (
        <section>
          <h2 id="archives">Export</h2>
          <button>Export everything</button>
          <input id="title" aria-label="Title" />
        </section>
      )}
    </>
  )
}

test.each([
  ['archives', 'button', 'Export everything'],
  ['title', 'textbox', 'Title'],
] as const)('what a fragment names is focused once it is there: %s', async (id, role, name) => {
  const screen = await render(<Late />)
  focusNamed(id)
  await expect.element(screen.getByRole(role, { name })).toHaveFocus()
})

test('a focus that went elsewhere meanwhile stays there', async () => {
  const screen = await render(<Late />)
  focusNamed('archives')
  await userEvent.tab()
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
  await expect.element(elsewhere).toHaveFocus()
  await expect.element(screen.getByRole('textbox')).toBeVisible()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(elsewhere).toHaveFocus()
})
