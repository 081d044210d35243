// The club's list of people, from an empty club on: by touch, in both languages, with names that mean no good.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { ClubCommand, ClubView, ListPreview, Member } from '../src/lib/api.ts'
import { Leader } from './support/board.ts'
import { expectFine } from './support/club.ts'
import { test, whyNoServer } from './support/omerta.ts'
import { look } from './support/shots.ts'
import { listen, phone } from './support/whole.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.setTimeout(180_000)
test.use({ ...phone, viewport: { width: 360, height: 740 } })

class Club {
  readonly page: Page
  readonly leader: Leader
  constructor(page: Page, leader: Leader) {
    this.page = page
    this.leader = leader
  }
  async tell(command: ClubCommand): Promise<string[]> {
    const answer = await this.leader.ask<{ people: string[] }>('POST', '/api/club/commands', {
      key: `people-${Math.random()}`,
      seen: null,
      command,
    })
    return answer.people
  }
  async people(): Promise<Member[]> {
    return (await this.leader.ask<ClubView>('GET', '/api/club')).people
  }
  async who(nick: string): Promise<Member> {
    const found = (await this.people()).find((m) => m.nick === nick)
    if (!found) throw new Error(`nobody is called ${nick}`)
    return found
  }
  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' }).tap()
  }
  toast(text: string | RegExp) {
    return this.page.getByRole('status').filter({ hasText: text }).first()
  }
  async open(nick: string): Promise<void> {
    await this.page.getByLabel('Найти или добавить').fill(nick)
    await this.page.locator('li a').filter({ hasText: nick }).first().tap()
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(nick)
  }
  async back(): Promise<void> {
    await this.page.getByRole('link', { name: 'Люди' }).tap()
    await this.page.getByLabel('Найти или добавить').fill('')
  }
  /** Folds open what is done for good. */
  more(): Promise<void> {
    return this.page.getByText('Объединить, убрать, удалить').tap()
  }
}

test('a club is written down, put right and tidied up by taps, and every deed can be undone', async ({
  page,
  server,
}) => {
  const errors = listen(page)
  const club = new Club(page, await Leader.open(page, server))
  await page.goto(`${server.origin}/people`)
  await expect(page.getByText('В клубе пока никого')).toBeVisible()
  await look(page, 'people-empty')

  // The first names, typed; a look-alike is told, and taken back by the note that tells it.
  const field = page.getByLabel('Найти или добавить')
  for (const nick of ['Анна', 'Борис', 'Вера']) {
    await field.fill(nick)
    await field.press('Enter')
    await expect(field).toHaveValue('')
    await expect(page.locator('li bdi').filter({ hasText: nick })).toBeVisible()
  }
  await field.fill('Aннa')
  await club.press('Добавить «Aннa»')
  await expect(page.getByText('«Aннa» похож на: Анна.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Похожие имена 2' })).toBeAttached()

  // One person: novice, a new name, notes, a friend who becomes a couple.
  await club.open('Борис')
  await page.getByRole('checkbox', { name: /Новичок/ }).tap()
  await expect(club.toast('Отмечен новичок: Борис.')).toBeVisible()
  await page.getByLabel('Имя за столом').fill('Анна')
  await club.press('Сохранить')
  await expect(page.getByText('Имя «Анна» в клубе уже есть.')).toBeVisible()
  await page.getByLabel('Имя за столом').fill('Барсук')
  await page.getByLabel('Заметки для организаторов').fill('приходит к восьми')
  // What is typed stays while one looks elsewhere.
  await page.getByRole('link', { name: 'Люди' }).tap()
  await expect(page.locator('li').filter({ hasText: 'Борис' })).toContainText('не сохранено')
  await club.open('Борис')
  await expect(page.getByLabel('Имя за столом')).toHaveValue('Барсук')
  await club.press('Сохранить')
  await expect(club.toast('Новое имя: Барсук. Прежнее: Борис.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Барсук')
  await expect(page.getByText('Прежние имена: Борис')).toBeVisible()

  await club.press('Добавить друга или пару')
  await page.getByRole('dialog').getByRole('button', { name: 'Вера' }).tap()
  await expect(club.toast('Друзья: Барсук и Вера.')).toBeVisible()
  await page.getByRole('radio', { name: 'пара' }).check()
  await expect(club.toast('Пара: Барсук и Вера.')).toBeVisible()
  expect((await club.who('Вера')).couples).toHaveLength(1)
  await club.toast('Пара: Барсук и Вера.').getByRole('button', { name: 'Отменить' }).tap()
  await expect(club.toast('Отменено.')).toBeVisible()
  expect((await club.who('Вера')).friends).toHaveLength(1)

  // Bans: a reason and a term by taps.
  await club.press('Не сажать с кем-то')
  await page.getByRole('dialog').getByRole('button', { name: 'Анна' }).tap()
  await page.getByRole('dialog').getByRole('radio', { name: 'Месяц' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Ссора' }).tap()
  await look(page, 'people-ban')
  await club.press('Записать запрет')
  await expect(page.getByRole('listitem').filter({ hasText: 'Анна' })).toContainText('Ссора')
  await club.press('Запретить приходить')
  await club.press('Подглядывание')
  await club.press('Записать запрет')
  await expect(page.getByRole('listitem').filter({ hasText: 'Запрет приходить' })).toBeVisible()
  // One that is over says so.
  const [a, b] = [await club.who('Барсук'), await club.who('Вера')]
  await club.tell({ do: 'ban', a: a.id, b: b.id, reason: 'давно', until: '2020-02-29' })
  await expect(page.getByText('закончился 29 февраля 2020')).toBeVisible()
  await look(page, 'people-sheet')
  await expectFine(page)
  await club.press('Снять: Запрет приходить')
  await expect(club.toast('Запрет приходить снят: Барсук.')).toBeVisible()
  expect((await club.who('Барсук')).barred).toBeNull()

  // Off the list and back; the list's own undo says what it takes back.
  await club.more()
  await club.press('Убрать из списка')
  await expect(field).toBeVisible()
  await field.fill('')
  await expect(page.locator('li bdi').filter({ hasText: 'Барсук' })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Убраны 1' }).check()
  await club.press('Вернуть в список: Барсук')
  await expect(club.toast('Снова в списке: Барсук.')).toBeVisible()
  expect((await club.who('Барсук')).id).toBe(a.id)
  await club.press('Отменить: новый человек')
  await page.getByRole('radio', { name: 'Убраны 1' }).check()
  await page.locator('li a').filter({ hasText: 'Барсук' }).tap()
  await expect(page.getByText('Этого человека нет в списке клуба')).toBeVisible()
  await club.press('Вернуть в список')
  await expect(page.getByText('Этого человека нет в списке клуба')).toHaveCount(0)
  await club.back()

  // Two that are one.
  await page.getByRole('radio', { name: 'Похожие имена 2' }).check()
  await look(page, 'people-alike')
  await page.locator('li a').filter({ hasText: 'похоже на Анна' }).tap()
  await club.press('Объединить')
  await expect(page.getByRole('dialog')).toContainText('«Aннa» станет прежним')
  await expect(page.getByRole('dialog')).toContainText('Aннa: 0 игр; латинские буквы: A и a')
  await look(page, 'people-merge')
  await page.getByRole('dialog').getByRole('button', { name: 'Объединить', exact: true }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Анна')
  await expect(page.getByText('Прежние имена: Aннa')).toBeVisible()

  // A wish to be forgotten wants a word, and has no undo.
  await club.back()
  await club.open('Вера')
  await club.more()
  await club.press('Удалить имя навсегда')
  const wipe = page.getByRole('dialog').getByRole('button', { name: 'Удалить имя навсегда' })
  await expect(wipe).toBeDisabled()
  await look(page, 'people-forget')
  await page.getByLabel('Для подтверждения напишите: удалить').fill('Удалить')
  await wipe.tap()
  await expect(club.toast('Имя удалено навсегда.')).toBeVisible()
  expect((await club.people()).map((m) => m.nick)).toEqual(['Анна', 'Барсук'])
  await page.goto(`${server.origin}/people/${b.id}`)
  await expect(page.getByText('Такого человека в клубе нет')).toBeVisible()
  // The only complaint is the nick that was refused, and the page of nobody.
  expect(errors.filter((e) => !/409|404/.test(e))).toEqual([])
})

test('two who sat in one game are no one person', async ({ page, server }) => {
  const leader = await Leader.open(page, server)
  const club = new Club(page, leader)
  const nicks = ['Аня', 'Боря', 'Ваня', 'Галя', 'Даша', 'Егор', 'Женя', 'Зоя', 'Ира', 'Костя']
  const ids = await club.tell({ do: 'import-people', text: nicks.join('\n') })
  const { id: table } = await leader.ask<{ id: string }>('POST', '/api/tables', {
    rulebook: 'classic',
    deal: 'lot',
    seats: nicks.map((nick, i) => ({ nick, personId: ids[i] })),
  })
  leader.table = table
  await leader.send({ do: 'beaten', side: 'black' })
  await page.goto(`${server.origin}/people`)
  await club.open('Аня')
  await club.more()
  await club.press('Объединить с другой записью')
  await page
    .getByRole('dialog')
    .getByLabel(/Имя, прежнее имя/)
    .fill('Бор')
  await page.getByRole('dialog').getByRole('button', { name: 'Боря' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Объединить', exact: true }).tap()
  await expect(page.getByRole('dialog')).toContainText('играли за одним столом')
  expect(await club.people()).toHaveLength(10)
})

test('lists are pasted and read from files, looked at first, taken, mended and undone whole', async ({
  page,
  server,
}) => {
  const club = new Club(page, await Leader.open(page, server))
  await club.tell({ do: 'import-people', text: 'Анна\nБорис' })
  await page.goto(`${server.origin}/people`)
  await page.getByRole('link', { name: 'Вставить список' }).tap()
  await look(page, 'people-import-empty')
  await page.getByText('Как устроен файл CSV').tap()
  await expect(page.getByText('Ник: обязательно')).toBeVisible()
  // The example that the page gives is a list that it takes.
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Пример файла' }).tap()
  const example = readFileSync(await (await saved).path(), 'utf8')
  const area = page.getByRole('textbox', { name: 'Список' })
  await area.fill(example)
  await expect(page.getByText('Новые: 3')).toBeVisible()
  await expect(page.getByText('Пропущены строки')).toHaveCount(0)

  await area.fill('Ник;Новичок;Друзья\nАнна;;\nГлеб;да;Анна\nДина;может быть;\nАннa;;Никто\n')
  await expect(page.getByText('Новые: 2')).toBeVisible()
  await expect(page.getByText('Уже в клубе: 1')).toBeVisible()
  await expect(page.getByText('Строка 4: «может быть»: непонятно, новичок или нет.')).toBeVisible()
  await expect(page.getByText('Строка 5: Друга «Никто»')).toBeVisible()
  await expect(page.getByText('«Аннa» похож на: Анна.')).toBeVisible()
  await look(page, 'people-preview')
  await expectFine(page)
  expect(await club.people()).toHaveLength(2)
  await club.press('Добавить: 2 человека')
  await expect(page.getByRole('heading', { name: 'Список принят' })).toBeVisible()
  await look(page, 'people-taken')
  expect((await club.who('Глеб')).friends).toHaveLength(1)

  // The line that was left out, put right.
  await club.press('Исправить пропущенные строки')
  await expect(area).toHaveValue('Ник;Новичок;Друзья\nДина;может быть;')
  await area.fill('Ник;Новичок;Друзья\nДина;да;')
  await club.press('Добавить: 1 человек')
  await expect(page.getByRole('heading', { name: 'Список принят' })).toBeVisible()
  expect((await club.who('Дина')).novice).toBe(true)
  await club.press('Отменить: список людей')
  await expect.poll(async () => (await club.people()).length).toBe(4)
  await club.press('Отменить: список людей')
  await expect.poll(async () => (await club.people()).length).toBe(2)
  await club.press('Вернуть: список людей')
  await expect.poll(async () => (await club.people()).length).toBe(4)

  // Files as spreadsheets save them, and one that is none.
  await club.press('Ещё один список')
  const file = page.getByLabel('Выбрать файл')
  await file.setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from([0xd1, 0xe5, 0xec, 0xb8, 0xed]) }) // prettier-ignore
  await expect(area).toHaveValue('Семён')
  await file.setInputFiles({
    name: 'x.xlsx',
    mimeType: 'x/y',
    buffer: Buffer.from('PK\u0003\u0004\0\0'),
  })
  await expect(page.getByText('Сохраните таблицу как CSV')).toBeVisible()
  await file.setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.alloc((1 << 20) + 1, 'ж') }) // prettier-ignore
  await expect(page.getByText('Файл больше 1 МиБ')).toBeVisible()
  await area.fill('Анна, Борис')
  await expect(page.getByText('Менять нечего')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Добавить/ })).toBeDisabled()
})

test('five hundred people are found at once', async ({ page, server }) => {
  const club = new Club(page, await Leader.open(page, server))
  const list = Array.from({ length: 500 }, (_, i) => `Игрок ${i + 1}`).join('\n')
  await club.tell({ do: 'import-people', text: list })
  const { report } = await club.leader.ask<ListPreview>('POST', '/api/club/people/preview', { text: list }) // prettier-ignore
  expect(report.known).toHaveLength(500)
  await page.goto(`${server.origin}/people`)
  await expect(page.locator('li[data-person]')).toHaveCount(60)
  const took = await page.evaluate(async () => {
    const field = document.querySelector<HTMLInputElement>('input[type=search]')
    if (!field) throw new Error('no field')
    const begun = performance.now()
    field.value = '499'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    for (let i = 0; i < 100; i++) {
      await new Promise((done) => requestAnimationFrame(done))
      if (document.querySelectorAll('li[data-person]').length === 1) break
    }
    return performance.now() - begun
  })
  test.info().annotations.push({ type: 'search among 500', description: `${took.toFixed(0)} ms` })
  expect(took).toBeLessThan(400)
  await page.getByLabel('Найти или добавить').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Игрок 499')
  await page.getByRole('link', { name: 'Люди' }).tap()
  await page.getByLabel('Найти или добавить').fill('')
  await club.press('Ещё 440')
  await expect(page.locator('li[data-person]')).toHaveCount(260)
})

const hostile = [
  '<img src=x onerror=a()>', '{n|голос|голоса} {nick}', '\u202Eсправа налево', '</title><b>x', 'Щ'.repeat(24),
  'W W W W W W W W W W W W', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', '﷽'.repeat(12), 'عبد الله', "Robert'); --", 'import', '../..',
] // prettier-ignore

for (const lang of ['ru', 'en'] as const) {
  test(`names that mean no good stay text on every page, in ${lang}`, async ({ page, server }) => {
    const errors = listen(page)
    const club = new Club(page, await Leader.open(page, server))
    await page.addInitScript((to) => {
      ;(window as unknown as { a: () => void }).a = () =>
        document.body.setAttribute('data-ran', '1')
      localStorage.setItem('omerta.prefs', JSON.stringify({ lang: to, tone: 'auto', size: 100 }))
    }, lang)
    for (const nick of hostile) {
      await club.tell({ do: 'add-person', nick, novice: true, notes: nick.repeat(9), friends: [] })
    }
    const all = await club.people()
    const [first, ...others] = all
    if (!first) throw new Error('nobody')
    for (const o of others) {
      await club.tell({ do: 'bond', a: first.id, b: o.id, bond: 'couple' })
      await club.tell({ do: 'ban', a: first.id, b: o.id, reason: o.nick, until: '2020-01-01' })
    }
    const pages = ['/people', '/people/import', `/people/${first.id}`, `/people/${all.at(-1)?.id}`]
    for (const path of pages) {
      await page.goto(server.origin + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForTimeout(300)
      await expectFine(page)
      await look(page, `people-hostile-${lang}-${pages.indexOf(path)}`)
      if (lang === 'en') {
        const words = await page.evaluate(() => {
          const copy = document.querySelector('main')?.cloneNode(true) as HTMLElement
          for (const own of copy.querySelectorAll('bdi, textarea, h1')) own.remove()
          return copy.textContent
        })
        // Nicks stand in sentences too; all of theirs that is Cyrillic is known.
        const rest = all.reduce((text, m) => text.replaceAll(m.nick, ''), words)
        expect(rest, path).not.toMatch(/[А-яЁё]{3}/)
      }
    }
    expect(await page.evaluate(() => document.body.dataset.ran)).toBeUndefined()
    await expect(page.locator('bdi *, main img, main script')).toHaveCount(0)
    expect(errors).toEqual([])
  })
}

test('whoever is at the table is led to his page, and goes off the list with an undo', async ({
  page,
  server,
}) => {
  const club = new Club(page, await Leader.open(page, server))
  await page.goto(`${server.origin}/new/people`)
  const field = page.getByLabel('Кто пришёл')
  await field.fill('Анна, Борис')
  await field.press('Enter')
  await club.press(/^Изменить: Борис/)
  await page.getByRole('checkbox', { name: /Новичок/ }).tap()
  await club.press('Сохранить')
  await club.press(/^Изменить: Борис/)
  await club.press('Убрать из списка')
  await expect(page.getByRole('heading', { name: /^Здесь: 1/ })).toBeVisible()
  await club.toast('Больше не в списке: Борис.').getByRole('button', { name: 'Отменить' }).tap()
  await expect(page.getByRole('heading', { name: /^Здесь: 2/ })).toBeVisible()
  expect((await club.who('Борис')).novice).toBe(true)
  await club.press(/^Изменить: Борис/)
  await page.getByRole('link', { name: 'Всё о человеке' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Борис')
})

test('on a wide screen list and person stand side by side', async ({ page, server }) => {
  const club = new Club(page, await Leader.open(page, server))
  const text = readFileSync(join(import.meta.dirname, '../public/people.ru.csv'), 'utf8')
  await club.tell({ do: 'import-people', text })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server.origin}/people`)
  await expect(page.getByText('Выберите человека из списка')).toBeVisible()
  await page.locator('li a').filter({ hasText: 'Саша' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Саша "Гром"' })).toBeVisible()
  await expect(page.getByLabel('Найти или добавить')).toBeVisible()
  await look(page, 'people-wide')
  await expectFine(page)
})
