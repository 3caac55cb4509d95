import type { Locator, Page } from '@playwright/test'

/** What a person's hand does, as it is counted: each press of the mouse's button and each key. */
export type Count = { clicks: number; keys: number }

/** Does what a practised person does with mouse and keyboard, and counts it. A file that is chosen is three clicks: the button, the file, Open. */
export function handOn(page: Page) {
  const count: Count = { clicks: 0, keys: 0 }
  const press = async (key: string) => {
    count.keys++
    await page.keyboard.press(key)
  }
  /** Presses Tab until a field has the focus. */
  const tabTo = async (field: Locator) => {
    for (let step = 0; step < 8; step++) {
      await press('Tab')
      if (await field.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`eight Tabs do not lead to ${String(field)}`)
  }
  return {
    count,
    press,
    tabTo,
    click: async (target: Locator) => {
      count.clicks++
      await target.click()
    },
    /** Drags something down, which is one click that lasts. @param by pixels */
    drag: async (target: Locator, by: number) => {
      count.clicks++
      await target.hover()
      const { x, y, width, height } = (await target.boundingBox())!
      await page.mouse.move(x + width / 2, y + height / 2)
      await page.mouse.down()
      await page.mouse.move(x + width / 2, y + height / 2 + by, { steps: 8 })
      await page.mouse.up()
    },
    type: async (text: string) => {
      count.keys += text.length
      await page.keyboard.type(text)
    },
    choose: async (field: Locator, file: Parameters<Locator['setInputFiles']>[0]) => {
      count.clicks += 3
      await field.setInputFiles(file)
    },
  }
}

export type Hand = ReturnType<typeof handOn>
