import { expectFine, arrive } from './support/club.ts'
import { Table } from './support/game.ts'
import { asked } from './support/host.ts'
import { expect, test, whyNoServer } from './support/omerta.ts'
import { Phone, roomOf } from './support/phone.ts'

const missing = whyNoServer()
test.skip(missing !== undefined, missing)
test.use({ viewport: { width: 390, height: 844 } })
test.setTimeout(90_000)

/** The code as a Russian keyboard types it. */
const cyrillic = (code: string) =>
  code.replace(/[ABEKMHPCTYX]/g, (c) => 'АВЕКМНРСТУХ'['ABEKMHPCTYX'.indexOf(c)] ?? c).toLowerCase()

test('phones come in, are taken in, see their cards, ask for a seat, are changed and freed', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  await page.request.post(`${server.origin}/api/people`, {
    headers: { 'X-Omerta': '1' },
    data: { nick: 'Граф', novice: false, friends: [] },
  })
  await page.getByRole('link', { name: 'Телефоны, табло, устройства' }).click()
  const { token, code } = await roomOf(page.request, server)
  await expect(page.getByText(`${code.slice(0, 3)} ${code.slice(3)}`)).toBeVisible()
  await expect(page.getByAltText('QR-код для входа')).toBeVisible()
  await expect(page.getByText('программа отвечает только этому компьютеру')).toBeVisible()
  await expectFine(page)

  await page.goto(`${server.origin}/new/people`)
  await expect(page.getByText('Игроки могут войти сами')).toBeVisible()
  const fox = await Phone.join(server, 'Лис', { token })
  await fox.listen()
  await expect(page.getByRole('heading', { name: 'Здесь: 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Изменить: Лис/ })).toContainText('с телефоном')
  const count = await Phone.join(server, 'граф', { code: cyrillic(code) })
  await count.listen()
  const claim = page.getByRole('group', { name: /^Вошёл телефон с именем «граф»/ })
  await expect(claim).toBeVisible()
  await expectFine(page)
  await claim.getByRole('button', { name: 'Да, из списка' }).click()
  await expect(page.getByRole('heading', { name: 'Здесь: 2' })).toBeVisible()
  await expect(claim).toHaveCount(0)
  await arrive(page, 'Вечерняя, Ёж, Консильери, Барсук, Мадам Ко, Тень, Юг, Пересмешник')

  await page.goto(`${server.origin}/new/cards`)
  await expect(page.getByText('Карту на своём телефоне увидят: Лис и Граф.')).toBeVisible()
  await expect(page.getByText(/^Без телефона: Вечерняя, .* по кругу\.$/)).toBeVisible()
  await expectFine(page)
  await page.getByRole('button', { name: 'Раздать карты' }).click()
  await page.waitForURL(/\/cards$/)
  await expect(page.getByText('2 карты игроки смотрят на своих телефонах.')).toBeVisible()
  await expect(page.getByRole('listitem').last()).toContainText('на телефоне')
  await expect(page.getByRole('button', { name: 'Показать номеру 3' })).toBeVisible()
  await expectFine(page)
  const table = new URL(page.url()).pathname.split('/')[2] ?? ''
  expect([(await fox.mine()).seat, (await count.mine()).seat]).toEqual([1, 2])

  await page.goto(`${server.origin}/game/${table}`)
  const late = await Phone.join(server, 'Кто-то', { token })
  await late.ask(table, 5)
  const notice = page.getByRole('status').filter({ hasText: 'Кто-то просит место 5' })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('img', { name: 'место 5: просят с телефона' })).toBeVisible()
  await expectFine(page)
  await notice.getByRole('button', { name: 'Посадить' }).click()
  await expect(notice).toHaveCount(0)
  await expect.poll(async () => (await late.mine()).seat).toBe(5)
  await expect(page.getByRole('img', { name: 'место 5: телефон не на связи' })).toBeVisible()
  const wrong = await Phone.join(server, 'Шутник', { token })
  await wrong.ask(table, 5)
  const other = page.getByRole('status').filter({ hasText: 'Шутник просит место 5' })
  await expect(other).toContainText('с другого телефона')
  await other.getByRole('button', { name: 'Отказать' }).click()
  await expect.poll(async () => (await wrong.mine()).askSeat).toBe(0)

  await page.getByRole('button', { name: 'Игрок…' }).click()
  await page.locator('button[data-seat="5"]').click()
  await page.getByRole('button', { name: /^Телефон игрока/ }).click()
  const made = page.waitForResponse((r) => r.url().endsWith('/seats/5/ticket'))
  await page.getByRole('button', { name: /^Показать QR этого места/ }).click()
  const { path } = (await (await made).json()) as { path: string }
  await expect(page.getByAltText('QR-код места 5')).toBeVisible()
  await expectFine(page)
  const found = await Phone.fresh(server)
  expect((await found.redeem(path)).seat).toBe(5)
  expect((await late.mine()).state).toBe('lobby')
  await page.getByRole('button', { name: /^Освободить место 5/ }).click()
  await expect.poll(async () => (await found.mine()).state).toBe('lobby')
  await expect(page.getByRole('status').filter({ hasText: 'телефона нет' })).toBeVisible()
})

test('who has the nick of another gets one of his own; a phone is renamed and removed; the door is locked and renewed', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  await page.request.post(`${server.origin}/api/people`, {
    headers: { 'X-Omerta': '1' },
    data: { nick: 'Граф', novice: false, friends: [] },
  })
  await page.goto(`${server.origin}/room`)
  const before = await roomOf(page.request, server)
  const phone = await Phone.join(server, 'Граф', { token: before.token })
  await page.getByRole('button', { name: 'Нет, другой человек' }).click()
  const form = page.locator('form').filter({ hasText: 'носит другой человек' })
  await form.getByLabel('Имя').fill('Граф второй')
  await expectFine(page)
  await form.getByRole('button', { name: 'Переименовать' }).click()
  await expect.poll(async () => (await phone.mine()).nick).toBe('Граф второй')
  await expect(form).toHaveCount(0)

  await page.getByRole('button', { name: 'Закрыть вход' }).click()
  await expect(page.getByText('Вход закрыт.')).toBeVisible()
  await page.getByRole('button', { name: 'Открыть вход' }).click()
  await page.getByRole('button', { name: 'Сменить код' }).click()
  await expect(page.getByText(/^Новый код: \w{3} \w{3}$/)).toBeVisible()
  const after = await roomOf(page.request, server)
  expect([after.token === before.token, after.code === before.code]).toEqual([false, false])
  expect(after.board).toBe(before.board)

  await page.getByRole('button', { name: 'Граф второй: имя, место, удаление' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Имя').fill('Маркиз')
  // What is being typed survives whatever comes in meanwhile.
  const other = await Phone.join(server, 'Лорд', { token: after.token })
  await expect(page.getByRole('heading', { name: 'Телефоны: 2' })).toBeAttached()
  await expect(dialog.getByLabel('Имя')).toHaveValue('Маркиз')
  await dialog.getByRole('button', { name: 'Переименовать' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Маркиз: имя, место, удаление' }).click()
  await dialog.getByRole('button', { name: 'Удалить телефон' }).click()
  await expect(page.getByRole('heading', { name: 'Телефоны: 1' })).toBeVisible()
  expect([(await phone.mine()).state, (await other.mine()).state]).toEqual(['out', 'lobby'])
})

test('a second host device takes over in the middle of a night; two presses at once are one step', async ({
  page,
  browser,
  server,
}) => {
  const first = await Table.open(page, server, { rulebook: 'city' }, false)
  const night = await first.until((f) => f.view.phase === 'night' && f.view.call.role !== '?')

  await page.getByRole('button', { name: 'Меню' }).click()
  await page.getByRole('link', { name: /^Телефоны, табло, устройства/ }).click()
  const made = page.waitForResponse((r) => r.url().endsWith('/api/host/ticket'))
  await page.getByRole('button', { name: 'Показать QR для ведущего' }).click()
  const { path } = (await (await made).json()) as { path: string }
  await expect(page.getByAltText('QR-код для ещё одного устройства ведущего')).toBeVisible()
  await expectFine(page)
  await page.getByRole('link', { name: 'К игре' }).last().click()

  const other = await browser.newContext({ viewport: { width: 820, height: 1180 } })
  await other.addInitScript(() =>
    localStorage.setItem('omerta.console', JSON.stringify({ call: 0, night: 'off' })),
  )
  const second = await other.newPage()
  await second.goto(`${server.origin}${path}?table=${first.id}`)
  await second.waitForURL(`${server.origin}/game/${first.id}`)
  const next = second.locator('footer .next')
  await expect(next).toHaveAttribute('data-length', String(night.length))
  await expect(next).toHaveText((await page.locator('footer .next').textContent()) ?? '')
  await second.waitForTimeout(400)

  // Both press on the same picture, and the second's word arrives when the first's has been done.
  let release: () => void = () => undefined
  const before = new Promise<void>((done) => (release = done))
  await second.route('**/commands', async (route) => {
    await before
    await route.continue()
  })
  await first.putAway()
  const pressed = second.waitForRequest('**/commands')
  await next.click()
  if (await asked(second)) await next.click()
  await pressed
  await page.locator('footer .next').click()
  if (await asked(page)) await page.locator('footer .next').click()
  await expect.poll(async () => (await first.frame()).length).toBe(night.length + 1)
  release()
  await expect(second.getByRole('alert')).toContainText('Ваше нажатие не учтено')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect((await first.frame()).length).toBe(night.length + 1)
  await expect(next).toHaveAttribute('data-length', String(night.length + 1))
  await expectFine(second)
  await second.getByRole('button', { name: 'Понятно' }).click()
  await second.unroute('**/commands')

  // The first device dies; the other goes on at once.
  await page.close()
  await second.waitForTimeout(400)
  const answer = second.locator('.answer')
  if (await answer.isVisible()) await answer.click()
  await next.click()
  if (await asked(second)) await next.click()
  await expect(next).not.toHaveAttribute('data-length', String(night.length + 1))
  await other.close()
})

test('an undo that brings back who has seen the cards is asked about, and not forbidden', async ({
  page,
  server,
}) => {
  const table = await Table.open(page, server, { rulebook: 'classic' }, false)
  const { token } = await roomOf(page.request, server)
  const phone = await Phone.join(server, 'Кто-то', { token })
  await phone.ask(table.id, 3)
  await page.getByRole('button', { name: 'Посадить' }).click()
  await expect.poll(async () => (await phone.mine()).seat).toBe(3)

  await page.getByRole('button', { name: 'Меню' }).click()
  await page.getByRole('button', { name: /^Карты для выбывших/ }).click()
  await expect(page.getByText('увиденное из головы не вынуть')).toBeVisible()
  await page.getByRole('button', { name: 'Разрешить выбывшим' }).click()
  await expect(page.getByText('выбывшие могут смотреть все карты')).toBeVisible()
  await expectFine(page)
  await page.getByRole('button', { name: 'Закрыть' }).click()
  expect(await phone.looks()).toBe(409)

  const gone = await table.changes(() => table.elsewhere({ do: 'remove', to: 3, reason: '' }))
  expect(await phone.looks()).toBe(200)
  await expect.poll(async () => (await roomOf(page.request, server)).ghosts[0]?.seen.length).toBe(1)
  await page.keyboard.press('Backspace')
  const warning = page.getByRole('dialog')
  await expect(warning).toContainText('В игру вернётся место 3')
  await expectFine(page)
  await warning.getByRole('button', { name: 'Не делать' }).click()
  expect((await table.frame()).length).toBe(gone.length)
  await page.keyboard.press('Backspace')
  await warning.getByRole('button', { name: 'Всё равно сделать' }).click()
  await expect.poll(async () => (await table.frame()).length).toBe(gone.length - 1)
  await expect.poll(() => server.output()).toContain('a player who has seen the cards is back')
  await expect(page.locator('button[data-seat="3"]')).toHaveAccessibleName(/за столом/)
  // What is undone already is not asked about again.
  await page.keyboard.press('Backspace')
  await expect(warning).toHaveCount(0)
})
