// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how templates of pages are written
import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { hidePlainScripts } from './hide-plain-scripts.ts';

const same = (value: string): [string, string] => [value, value];

describeTransformation('hidePlainScripts', hidePlainScripts, {
  'a call of a function of the page': ['<a href="#" onclick="toggle()">b</a>', '<a href="#"  >b</a>'],
  'with words and numbers': [`<li onclick='pick(12, "red", this)'>a</li>`, '<li  >a</li>'],
  'with what a template puts there': ['<li onclick="pick(${i.id})">a</li>', '<li  >a</li>'],
  'a look at the element itself': [`<form onsubmit="return this.q.value !== ''">`, '<form  >'],
  'several statements': ['<button onclick="this.disabled=true; save(event); return false;">', '<button  >'],
  'outside of an element': ['onclick="check()" on the button', '  on the button'],
  'a script beside the page': ['a <script src="app.js"></script> b', 'a   b'],
  'a script with what it is': ['<script defer src="./main.4f3a.mjs" type="module"></script>', ' '],
  'nothing of a browser': same('<a onclick="alert(1)">'),
  'nothing of a browser in capitals': same('<a onclick="Alert(1)">'),
  'nothing that writes': same(`<a onclick="write('a')">`),
  'nothing that shows a dialog': same('<a onclick="print()">'),
  'nothing that sends': same(`<a onclick="fetch('a')">`),
  'no other object': same('<a onclick="top.toggle()">'),
  'nothing of the document': same('<a onclick="toggle(document.cookie)">'),
  'no assignment to an address': same(`<a onclick="this.src='a'">`),
  'no way to the window': same('<a onclick="return this.ownerDocument.defaultView == 1">'),
  'no further call': same('<a onclick="toggle()()">'),
  'no other operator': same('<a onclick="toggle()+alert(1)">'),
  'no hostile statement among plain ones': same('<a onclick="toggle();alert(1)">'),
  'no line end': same('<a onclick="toggle()\nalert(1)">'),
  'no reference': same('<a onclick="toggle(&#39;)">'),
  'no escape': same('<a onclick="toggle(\'\\x27\')">'),
  'no template literal': same('<a onclick="toggle`1`">'),
  'no code in a text': same(`<a onclick="toggle('alert(1)')">`),
  'no code in a template': same('<a onclick="toggle(${alert(1)})">'),
  'nothing without quotes': same('<a onclick=toggle()>'),
  'nothing where the quotes never end': same('<a onclick="toggle()'),
  'nothing that goes on behind the quotes': same('<a onclick="toggle()"alert(1)>'),
  'no script of another host': same('<script src="//a.example/app.js"></script>'),
  'no script by its scheme': same('<script src="https:app.js"></script>'),
  'no script in a folder': same('<script src="uploads/app.js"></script>'),
  'no script at the root': same('<script src="/app.js"></script>'),
  'no script with a query': same('<script src="app.js?cb=alert"></script>'),
  'no script that holds anything': same('<script src="app.js">alert(1)</script>'),
  'nothing in longer values': same(`<a onclick="toggle()">${' '.repeat(64 * 1024)}`),
});
