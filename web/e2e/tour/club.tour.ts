// Everything around a game: people, rules, seats, cards, records, rules to read, settings.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import { journey, type Journey } from './journey.ts'

const record = readFileSync(
  resolve(import.meta.dirname, '../../../scenarios/real/mr-4871.mafia'),
  'utf8',
)

async function visit(j: Journey, path: string): Promise<void> {
  await j.page.goto(`${j.server.origin}${path}`)
  await j.page.getByRole('heading', { level: 1 }).waitFor()
  await j.page.waitForTimeout(250)
}

/** Opens every part that is folded, and those that come with it. */
async function unfold(j: Journey): Promise<void> {
  const folded = j.page.locator('details:not([open]) > summary:visible')
  for (let i = 0; i < 40 && (await folded.count()) > 0; i++) await folded.first().tap()
}

async function arrive(j: Journey, nicks: string): Promise<void> {
  const field = j.page.getByLabel(j.w('people.field')).first()
  await field.fill(nicks)
  await field.press('Enter')
  await expect(field).toHaveValue('')
}

journey('evening', async (j) => {
  const { page, server, look, w, press } = j
  await page.goto(server.origin)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look('01-stranger')
  await page.goto(server.url)
  await page
    .getByRole('link', { name: w('home.new') })
    .first()
    .waitFor()
  await look('02-home-empty')
  await visit(j, '/new/people')
  await look('03-people-empty')
  await arrive(j, j.guests.slice(0, 10).join(', '))
  await look('04-people')
  await page
    .getByRole('button', { name: w('people.edit') })
    .first()
    .tap()
  await page.getByRole('dialog').waitFor()
  await look('05-person')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: j.guests[4] ?? '' })
    .tap()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w('save') })
    .tap()
  await look('06-people-apart')
  await press('new.to.game')
  await page.getByRole('radio').first().waitFor()
  await page.waitForTimeout(300)
  await look('07-rules')
  await unfold(j)
  await look('08-rules-open')
  const books = page.locator('fieldset').first().locator('label')
  for (let i = 0; i < (await books.count()); i++) {
    await books.nth(i).tap()
    await page.waitForTimeout(300)
    await look(`09-rules-book-${i}`)
  }
  await visit(j, '/new/seats')
  await look('10-seats')
  await press('seats.lot')
  await page.waitForTimeout(300)
  await look('11-seats-drawn')
  await visit(j, '/new/cards')
  await page.getByRole('radio').first().waitFor()
  await look('12-cards-lot')
  await press('cards.real')
  await look('13-cards-real')
  await press('cards.given')
  await unfold(j)
  await look('14-cards-given')
  await press('cards.lot')
  await press('cards.deal')
  await page.waitForURL(/\/cards$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look('15-round')
  await press('round.pass')
  await look('16-round-hand')
  await press('round.me')
  await look('17-round-closed')
  const card = page.locator('.card')
  await card.focus()
  await page.keyboard.down('Space')
  await page.locator('.card.shown').waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await look('18-round-shown')
  await page.keyboard.up('Space')
  await visit(j, '/')
  await look('19-home-running')
  await visit(j, '/new/people')
  await look('20-people-running')
})

journey('pages', async (j) => {
  const { page, server, look, press } = j
  await page.goto(server.url)
  await visit(j, '/people')
  await look('01-people-empty')
  await visit(j, '/settings')
  await look('02-settings')
  await page.keyboard.press('?')
  await page
    .getByRole('dialog')
    .waitFor({ timeout: 2000 })
    .catch(() => page.keyboard.press('F1'))
  await page.getByRole('dialog').waitFor()
  await look('03-keys')
  await page.keyboard.press('Escape')
  for (const book of ['classic', 'city', 'club', 'original']) {
    await visit(j, `/rules/${book}`)
    await look(`04-rules-${book}`)
  }
  await visit(j, '/rule/CITY-SETUP-5')
  await look('05-rule')
  await visit(j, '/rule/NONE-1')
  await look('06-rule-none')
  await visit(j, '/options/city')
  await unfold(j)
  await look('07-options')
  await visit(j, '/rules/x')
  await look('08-lost')
  await visit(j, '/import')
  await look('09-import')
  const area = page.locator('textarea')
  await area.fill(
    'omerta 1\nrulebook: classic\ndeal: civilian*6 sheriff mafia*2 don\nday 1\n1 nominates 3\n1 nominates 4\nnonsense\n',
  )
  await press('record.save')
  await page.locator('[role=alert], h2').first().waitFor()
  await page.waitForTimeout(300)
  await look('10-import-faults')
  await area.fill(record.replace('real game', j.lang === 'ru' ? 'Кубок' : 'Cup'))
  await press('record.save')
  await page.waitForURL(/\/end$/)
  await page.locator('h2').first().waitFor()
  await unfold(j)
  await look('11-end')
  await page.goto(page.url().replace(/end$/, 'protocol'))
  await page.locator('table').first().waitFor()
  await look('12-protocol')
  await visit(j, '/protocol')
  await look('13-protocol-blank')
  await visit(j, '/paper')
  await look('14-paper')
  await press('paper.more')
  await unfold(j)
  await look('15-paper-open')
  await page.locator('input[type=text], input:not([type])').last().fill('99')
  await press('record.save')
  await page.waitForTimeout(500)
  await look('16-paper-faults')
  await visit(j, '/')
  await look('17-home')
})

journey('warned', async (j) => {
  const { page, server, look, press } = j
  await page.goto(server.url)
  await visit(j, '/new/people')
  await press('nameless')
  await look('01-nameless')
  const more = page.getByRole('button', { name: new RegExp(`^${j.w('one.more')}`) })
  for (let i = 0; i < 7; i++) await more.first().tap()
  await visit(j, '/new/game')
  await page.locator('fieldset').first().locator('label').first().tap()
  await page.waitForTimeout(300)
  await look('02-seventeen')
  await more.first().tap()
  await page.waitForTimeout(300)
  await look('03-refused')
  await visit(j, '/new/seats')
  await look('04-seats-nameless')
})
