// A device speaks for the host: the browser's speech is a stand-in that notes what it is told.
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { boardPage } from './support/board.ts'
import { Table } from './support/game.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(180_000)

const folder = join(import.meta.dirname, '../test-results/shots')
const cards = 'civilian mafia civilian sheriff don civilian mafia civilian civilian civilian'.split(
  ' ',
)
/** Words that only the host's eyes may see. */
const secret = /номер[аы]? [0-9, и]+\. Попадание|Показано|Проверен|Да, шериф|Чёрный|дон[а]?: номер/i

/** Gives a page a speech with one Russian voice; it throws where `broken` says so. */
function stub(to: Page | BrowserContext, broken = false): Promise<unknown> {
  return to.addInitScript((fails: boolean) => {
    const said: string[] = []
    let talking = 0
    class Utterance {
      onend: (() => void) | null = null
      constructor(readonly text: string) {}
    }
    const synth = {
      getVoices: () => [
        { lang: 'ru-RU', name: 'Голос', voiceURI: 'ru', localService: true, default: true },
      ],
      addEventListener: () => undefined,
      cancel: () => (talking = 0),
      speak: (u: Utterance) => {
        if (!u.text) return
        if (fails) throw new Error('no speech here')
        if (talking > 0) said.push('OVERLAP')
        talking = 1
        said.push(u.text)
        setTimeout(() => {
          talking = 0
          u.onend?.()
        }, 20)
      },
    }
    Object.defineProperty(window, 'speechSynthesis', { value: synth })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
    Object.assign(window, { said })
  }, broken)
}

const said = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { said: string[] }).said)

/** Waits until a line was spoken. */
const hears = (page: Page, text: string) =>
  expect.poll(() => said(page), { timeout: 10_000 }).toContainEqual(expect.stringContaining(text))

async function settle(page: Page, of: object): Promise<void> {
  await page.addInitScript((json: string) => {
    if (!localStorage.getItem('omerta.console')) localStorage.setItem('omerta.console', json)
  }, JSON.stringify(of))
}

/** Plays a night and its morning, and waits for each line where it is due. */
async function night(t: Table, ears: Page): Promise<void> {
  await t.until((f) => f.view.phase === 'night' && f.view.hold)
  await hears(ears, 'Город засыпает, наденьте маски.')
  await t.until((f) => f.view.call.shots)
  await hears(ears, 'Мафия стреляет')
  await hears(ears, 'десять')
  await t.choose(3)
  await t.until((f) => f.view.call.role === 'don')
  await hears(ears, 'Просыпается дон. Дон, покажите')
  await t.choose(4)
  await t.putAway()
  await t.until((f) => f.view.call.role === 'sheriff')
  await hears(ears, 'Шериф, покажите, кого Вы проверяете')
  await t.choose(7)
  await t.putAway()
  await t.until((f) => f.view.phase === 'dawn')
  await hears(ears, 'Наступает утро')
  await t.next()
  await hears(ears, 'Этой ночью нас покинул игрок номер 3')
}

/** The lines of a night in the order in which they must come. */
const order = [
  'Наступает ночь. Город засыпает, наденьте маски.',
  'Мафия стреляет, не открывая глаз.',
  'один',
  'десять.',
  'Выстрелы закончены.',
  'Просыпается дон.',
  'Дон засыпает.',
  'Просыпается шериф.',
  'Шериф засыпает.',
  'Наступает утро.',
  'Этой ночью нас покинул игрок номер 3',
]

function expectOrder(all: string[]): void {
  let at = all.findIndex((l) => l.startsWith(order[0] ?? ''))
  expect(at, all.join('\n')).toBeGreaterThanOrEqual(0)
  for (const line of order.slice(1)) {
    const next = all.findIndex((l, i) => i > at && l.startsWith(line))
    expect(next, `${line}\n\n${all.join('\n')}`).toBeGreaterThan(at)
    at = next
  }
  expect(all).not.toContain('OVERLAP')
  expect(all.filter((l) => secret.test(l))).toEqual([])
}

test('the console plays a night and a morning aloud: each line once, in order, nothing secret', async ({
  page,
  server,
}) => {
  await stub(page)
  await settle(page, { call: 0, night: 'off', speak: true })
  const t = await Table.open(page, server, { rulebook: 'classic', cards }, false)
  await night(t, page)
  const all = await said(page)
  expectOrder(all)
  expect(all.filter((l) => l.startsWith('Дон засыпает.')).length).toBeLessThanOrEqual(2)
  const before = all.length
  await t.undo()
  await page.waitForTimeout(500)
  expect(await said(page), 'an undo is silent').toHaveLength(before)
})

test('speech that throws leaves the text, the clock goes on, and the settings say so', async ({
  page,
  server,
}) => {
  const complaints: string[] = []
  page.on('pageerror', (e) => complaints.push(e.message))
  await stub(page, true)
  await settle(page, { call: 0, night: 'off', speak: true })
  const t = await Table.open(page, server, { rulebook: 'classic', cards }, false)
  await t.until((f) => f.view.turn.kind === 'speech')
  const time = page.locator('.clock .time')
  const at = await time.textContent()
  await expect.poll(() => time.textContent(), { timeout: 5_000 }).not.toBe(at)
  await t.next()
  await openSettings(page)
  await expect(page.getByText('Речь на этом устройстве не отвечает')).toBeVisible()
  expect(complaints).toEqual([])
})

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Меню' }).click()
  await page.getByRole('button', { name: 'Настройки' }).click()
}

test('the board speaks where the host names it, once it was told to on its own screen', async ({
  page,
  server,
  browser,
}) => {
  await stub(page)
  const t = await Table.open(page, server, { rulebook: 'classic', cards }, false)
  const wall = await boardPage(browser, { width: 1280, height: 720 })
  await stub(wall.page.context())
  const room = (await (await page.request.get(`${server.origin}/api/room`)).json()) as {
    board: string
  }
  await wall.page.goto(server.origin + room.board)
  await openSettings(page)
  const who = page.getByLabel('Кто говорит за ведущего')
  await who.selectOption('here')
  await expect(page.getByLabel(/^Голос/)).toBeVisible()
  for (const [width, height] of [
    [360, 740],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: join(folder, `voice-settings-${width}.png`) })
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(over).toBeLessThanOrEqual(0)
  }
  await page.getByRole('button', { name: 'Проверить голос' }).click()
  await hears(page, 'Наступает ночь. Город засыпает.')
  await who.selectOption('board')
  await expect(page.getByText('Коснитесь табло и нажмите на нём кнопку внизу слева.')).toBeVisible()
  const button = wall.page.getByRole('button', { name: 'Говорить здесь' })
  await wall.page.screenshot({ path: join(folder, 'voice-board.png') })
  await button.click()
  await expect(page.getByText('Табло говорит.')).toBeVisible()
  await expect(button).toBeHidden()
  await page.screenshot({ path: join(folder, 'voice-settings-board.png') })
  await page.keyboard.press('Escape')
  await night(t, wall.page)
  expectOrder(await said(wall.page))
  expect(await said(page), 'one device speaks').toHaveLength(1)
  await wall.page.reload() // whether the tap still counts then, the browser decides
  await expect(wall.page.getByRole('list').first()).toBeAttached()
  expect(await said(wall.page), 'what was said before is not said again').toEqual([])
  expect(wall.complaints).toEqual([])
  await wall.page.context().close()
})
