import{t as e}from"./rolldown-runtime-DK3Fl9T.js";var t=e({read:()=>i,written:()=>a}),n=3,r=/^\s*(?:[-*]\s+(?:\[ ?\]\s+)?|\[ ?\]\s+)(?=\S)/;function i(e){let[t=``,...i]=e.trim().split(`
`),a=[],o=[];for(let e of i)r.test(e)&&a.length<n?a.push(e.replace(r,``).trim()):o.push(e.trimEnd());let s=o.join(`
`).replace(/\n{3,}/g,`

`).trim();return{summary:t.replace(r,``).trim(),...a.length>0&&{next_steps:a},...s&&{goal:s}}}var a=({summary:e,next_steps:t=[],goal:n})=>[e,...t.map(e=>`- `+e),...n?[n]:[]].join(`
`);export{i as n,a as r,t};