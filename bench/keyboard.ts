import type { Page } from 'playwright'
import { keysOn } from '../e2e/keys.ts'
import { inDemo, prepare, tasks } from './tasks.ts'
import { walkPages } from './keyboard.pages.ts'
import { setUpByKeyboard } from './keyboard.setup.ts'
import { keyboardTasks } from './keyboard.tasks.ts'

/** How many keys a task took without a mouse, and where the focus was lost, hidden, unseen or held fast. */
export type KeyboardLine = { name: string; keys: number; problems: readonly string[] }

async function walk(page: Page, name: string, run: (page: Page, keys: ReturnType<typeof keysOn>) => Promise<void>): Promise<KeyboardLine> {
  const keys = keysOn(page)
  const failed = await run(page, keys).then(
    () => [],
    (error: unknown) => [`it can not be done: ${String(error).split('\n')[0]}`],
  )
  // What closes or goes at the end may still take the focus along.
  await page.waitForLoadState('networkidle')
  await keys.look()
  keys.leave()
  return { name, keys: keys.count.keys, problems: [...failed, ...keys.problems] }
}

/** Does each task of an owner's day by keyboard alone, and a business's set-up, then walks the pages; in a demo of its own. */
export function benchKeyboard(): Promise<KeyboardLine[]> {
  return inDemo('keyboard', async (page, url, browser) => {
    const lines: KeyboardLine[] = []
    const stranger = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
    stranger.setDefaultTimeout(15_000)
    await stranger.goto(`${url}/login`)
    lines.push(await walk(stranger, 'set up a business', setUpByKeyboard))
    await stranger.close()
    for (const task of tasks) {
      const run = keyboardTasks[task.name]
      if (!run) throw new Error(`“${task.name}” is not done by keyboard`)
      await prepare(page, url, task)
      lines.push(await walk(page, task.name, run))
    }
    return [...lines, ...(await walkPages(page, url))]
  })
}
