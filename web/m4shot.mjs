import { chromium } from 'playwright-core'
import { readFileSync } from 'node:fs'
const url = /http:\/\/127\S+/.exec(readFileSync('/tmp/m4b/serve.log','utf8'))[0]
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args:['--no-sandbox'] })
const ctx = await b.newContext(); const p = await ctx.newPage()
await p.goto(url); await p.waitForTimeout(800)
const [tables, room] = await p.evaluate(async () => [await (await fetch('/api/tables')).json(), await (await fetch('/api/room')).json()])
console.log(tables.map(t=>t.id+' '+t.seats.length), room.board)
const broken = () => {
  const out=[]
  for (const el of document.querySelectorAll('.cards p')) {
    const t = document.createTreeWalker(el, NodeFilter.SHOW_TEXT); let n; 
    while ((n=t.nextNode())) { const re=/[^ -]+-?/g; let m; while((m=re.exec(n.data))) { const r=document.createRange(); r.setStart(n,m.index); r.setEnd(n,m.index+m[0].length); const tops=new Set([...r.getClientRects()].map(x=>Math.round(x.top))); if (tops.size>1) out.push(m[0]) ; } }
  }
  const ol=document.querySelector('.cards ol'); const li=[...document.querySelectorAll('.cards li')]
  const sizes=[...document.querySelectorAll('.cards p')].map(e=>parseFloat(getComputedStyle(e).fontSize))
  return { broken: out, ol: ol && getComputedStyle(ol).fontSize, min: Math.min(...sizes), over: ol && (ol.scrollHeight>ol.parentElement.clientHeight+1) , overx: li.some(x=>x.scrollWidth>x.clientWidth+1)}
}
for (const t of tables) for (const [w,h] of [[1280,720],[1440,900],[1920,1080],[820,1180]]) {
  await p.setViewportSize({width:w,height:h})
  await p.goto(new URL(room.board+'/'+t.id, url).href); await p.waitForSelector('.cards li'); await p.waitForTimeout(500)
  console.log(t.seats.length, w, JSON.stringify(await p.evaluate(broken)))
  await p.screenshot({path:`/tmp/m4b/end-${t.seats.length}-${t.seats[1].nick}${t.seats[0].person?'p':''}-${w}.png`})
}
await b.close()
