import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useKeptFocus } from './use-kept-focus.ts'

/** Rows that can be archived and opened, the ways to other pages, and a form's offer. */
function Page({ heading = false }: { heading?: boolean }) {
  useKeptFocus()
  const [rows, setRows] = useState(['Ada', 'Ben', 'Cyd'])
  const [page, setPage] = useState(1)
  const [isOffered, setOffered] = useState(true)
  const [isOpen, setOpen] = useState(true)
  return (
    <main>
      {isOpen && (
        <section>
          <button onClick={() => setOpen(false)}>Leave</button>
        </section>
      )}
      {heading && !isOpen && (
        <h1 ref={(one) => one?.focus()} tabIndex={-1}>
          Next page
        </h1>
      )}
      <ul>
        {rows.map((name) => (
          <li key={name}>
            <span>
              <button>Open {name}</button>
            </span>
            <span>
              <button onClick={() => setRows(rows.filter((one) => one !== name))}>Archive {name}</button>
            </span>
          </li>
        ))}
      </ul>
      <p>
        <button disabled={page === 1} onClick={() => setPage(page - 1)}>
          Previous
        </button>
        <button disabled={page === 3} onClick={() => setPage(page + 1)}>
          Next
        </button>
      </p>
      <label>
        Code {isOffered && <button onClick={() => setOffered(false)}>Use KIDS</button>}
        <input />
      </label>
    </main>
  )
}

async function show(heading = false) {
  const screen = await render(<Page heading={heading} />)
  const button = (name: string) => screen.getByRole('button', { name })
  const press = async (name: string) => {
    while (document.activeElement?.textContent !== name) await userEvent.tab()
    await userEvent.keyboard('{Enter}')
  }
  return { screen, button, press }
}

test('a row that goes leaves the focus to the same control of the row after it, the last one to the row before', async () => {
  const { screen, button, press } = await show()
  await press('Archive Ben')
  await expect.element(button('Archive Cyd')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Archive Ada')).toHaveFocus()
  // With the last row the list's end takes it.
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.getByRole('listitem').elements()).toEqual([])
  await expect.element(button('Next')).toHaveFocus()
})

test('a way that ends leaves the focus to the one next to it', async () => {
  const { button, press } = await show()
  await press('Next')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Next')).toBeDisabled()
  await expect.element(button('Previous')).toHaveFocus()
})

test('an offer that is taken leaves the focus to its field', async () => {
  const { screen, press } = await show()
  await press('Use KIDS')
  await expect.element(screen.getByRole('textbox')).toHaveFocus()
})

test('a page that is replaced takes the focus itself', async () => {
  const { screen, press } = await show(true)
  await press('Leave')
  await expect.element(screen.getByRole('heading', { name: 'Next page' })).toHaveFocus()
})

test('the focus that is somewhere else stays there', async () => {
  const { screen, button, press } = await show()
  await press('Archive Ada')
  await expect.element(button('Archive Ben')).toHaveFocus()
  await screen.getByRole('textbox').click()
  button('Archive Ben')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => screen.getByRole('listitem').elements()).toHaveLength(1)
  await expect.element(screen.getByRole('textbox')).toHaveFocus()
})

test('under a hand that points the page stays where it is', async () => {
  const { screen, button } = await show()
  const [, below] = screen.getByRole('listitem').elements()
  if (below instanceof HTMLElement) below.style.marginBlockStart = '3000px'
  await button('Archive Ada').click()
  await expect.poll(() => screen.getByRole('listitem').elements()).toHaveLength(2)
  await expect.element(document.body).toHaveFocus()
  expect(window.scrollY).toBe(0)
})
