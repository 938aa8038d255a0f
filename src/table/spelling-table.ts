/** @file Written by scripts/spelling.mjs; numbers are in base 36. */

/** The ranges that the tables below speak of, both ends included. */
export const spellingRanges: readonly (readonly [from: number, to: number])[] = [
  [0x0, 0x6ff],
  [0x10a0, 0x10ff],
  [0x1c90, 0x1cbf],
  [0x1e00, 0x1fff],
  [0x2000, 0x214f],
  [0x2d00, 0x2d2f],
  [0x3040, 0x30ff],
];

/** A mark, then pairs of a character and what it is without that mark; without a mark the two are the same. */
export const compositions: readonly string[] = [
  "lc:5c 1t 5k 1x 5o 21 5u 27 61 2d 68 2p 6g 2t 6k 2x 6q 33 6x 39 d7 64 d8 70 e0 26 e1 32 sg t1 st t4 uo tx v1 u0 5xw 7m 5xx 7n 5zk 98 5zl 99 60w 2f 60x 3b 61y 5e 61z 6a 628 76 629 77 62o 5m 62p 6i 636 5w 637 6s 63g bk 63h bl 63u bz 63v c0 642 2h 643 3d 64i 64g 64j 64h 64q 64o 64r 64p 64y 64w 64z 64x 656 654 657 655 65e 65c 65f 65d 65m 65k 65n 65l 65u 65s 65v 65t 662 660 663 661 66a 668 66b 669 66i 66g 66j 66h 66q 66o 66r 66p 66z 66x 676 674 677 675 67e 67c 67f 67d 67k q9 67m qd 67o qf 67q qh 67s qn 67u qt 67w qx 69m pd 6a0 ph 6a2 pj 6a5 69r 6aa qy 6ai pl 6al 6bi 6aq qz 6ay px 6b1 4o 6bc pr 6be q1",
  "ld:5d 1t 5l 1x 5p 21 5v 27 62 2d 65 2h 69 2p 6h 2t 6l 2x 6r 33 6y 39 71 3d 7a 1v 7b 2r 8p 24 8q 30 8z 26 90 32 9g 2a 9h 36 9m 2b 9n 37 ah 2i ai 3e d3 64 d4 70 dw 1z dx 2v e2 5h e3 6d e4 5i e5 6e e6 60 e7 6w n8 lk p1 4o p2 pd p4 ph p5 pj p6 pl p8 pr pa px pb q1 pc qy q4 q9 q5 qd q6 qf q7 qh q8 qz r0 qn r1 qt r2 qx r7 r6 sj sz ss t6 ur tv v0 u2 5xk 5j 5xl 6f 5xy 7m 5xz 7n 5ym 5r 5yn 6n 5yo 23 5yp 2z 5z2 25 5z3 31 5zg 5x 5zh 6t 5zm 98 5zn 99 5zo 28 5zp 34 60o a0 60p a1 60y 2f 60z 3b 61w 5e 61x 6a 626 76 627 77 62m 5m 62n 6i 634 5w 635 6s 63e bk 63f bl 63s bz 63t c0 64k 64g 64l 64h 64s 64o 64t 64p 650 64w 651 64x 658 654 659 655 65g 65c 65h 65d 65o 65k 65p 65l 65w 65s 65x 65t 664 660 665 661 66c 668 66d 669 66k 66g 66l 66h 66s 66o 66t 66p 671 66x 678 674 679 675 67g 67c 67h 67d 67l q9 67n qd 67p qf 67r qh 67t qn 67v qt 67x qx 69n pd 6a1 ph 6a3 pj 6a6 69r 6ab qy 6aj pl 6am 6bi 6ar qz 6az px 6b2 4o 6bd pr 6bf q1",
  "le:5e 1t 5m 1x 5q 21 5w 27 63 2d 6a 2p 6i 2t 6m 2x 6s 33 6z 39 7c 1v 7d 2r 7w 1z 7x 2v 84 20 85 2w 8k 22 8l 2y 9o 2b 9p 37 ac 2f ad 3b ae 2h af 3d 61c 2i 61d 3e 624 61s 625 61t 62u 62g 62v 62h 63c 630 63d 631",
  "lf:5f 1t 5t 26 5x 27 6b 2p 6p 32 6t 33 88 21 89 2x a0 2d a1 39 60s 2e 60t 3a 622 5e 623 6a 62c 76 62d 77 62k 1x 62l 2t 62s 5m 62t 6i 63a 5w 63b 6s 63k bk 63l bl 63y bz 63z c0 648 2h 649 3d",
  "lk:5g 1t 5n 1x 5r 21 5y 27 64 2d 6c 2p 6j 2t 6n 2x 6u 33 70 39 73 3d ag 2h q2 pl q3 px qy qh qz qt r8 r6 sh t1 sn sm up tx uv uu ya sw yb ts yi yg yj yh yk t2 yl ty ym t3 yn tz ys t4 yt u0 yu ta yv u6 yy yw yz yx z0 tp z1 ul z4 tf z5 ub z8 tj z9 uf zc tn zd uj 5ye 20 5yf 2w 5zi 5x 5zj 6t 60q a2 60r a3 610 2f 611 3b 618 2g 619 3c 61j 38",
  "lm:5h 1t 6d 2p a6 2d a7 39 61k 3b 61l 3d 6jv 1t",
  "mf:5j 1v 6f 2r 82 1z 83 2v 8m 23 8n 2z 8r 24 8s 30 91 26 92 32 9i 2a 9j 36 9q 2b 9r 37 9u 2c 9v 38 fc 1x fd 2t 5xs 1w 5xt 2s 5yg 20 5yh 2w",
  "lg:74 1t 75 2p 7m 1x 7n 2t 8a 21 8b 2x 98 27 99 33 a2 2d a3 39 d1 64 d2 70 da 5g db 6c dc fa dd fb de 5i df 6e do dm dp dn fe 5y ff 6u fg 5x fh 6t fk fi fl fj fm 2h fn 3d yq t4 yr u0 z2 tf z3 ub 5y8 1z 5y9 2v 5yw 5yu 5yx 5yv 5zw 5zu 5zx 5zv 69d q9 69l pd 6a9 qh 6ah pl 6ap qt 6ax px",
  "li:76 1t 77 2p 7o 1x 7p 2t 7y 1z 7z 2v 8c 21 8d 2x 9a 27 9b 33 a4 2d a5 39 su tf t5 t4 u1 u0 v2 ub xt t2 xu ty y8 sw y9 ts ye t1 yf tx 5y4 fc 5y5 fd 62e 61s 62f 61t 69c q9 69k pd 6a8 qh 6ag pl 6ao qt 6aw px",
  "mg:78 1t 79 2p 7s 1x 7t 2t 8e 21 8f 2x aa 2d ab 39 dm 27 dn 33",
  "lj:7e 1v 7f 2r 7q 1x 7r 2t 80 1z 81 2v 8g 21 aj 2i ak 3e fa 1t fb 2p fi 27 fj 33 5xe 1u 5xf 2q 5xm 1w 5xn 2s 5y6 1y 5y7 2u 5ya 20 5yb 2w 5z4 25 5z5 31 5z8 26 5z9 32 5zq 28 5zr 34 5zs 2a 5zt 36 600 2b 601 37 604 9m 605 9n 606 9s 607 9t 608 602 609 603 60a 2c 60b 38 612 2f 613 3b 616 2g 617 3c 61a 2h 61b 3d 61n an",
  "lo:7g 1v 7h 2r 7i 1w 7j 2s 7u 1x 7v 2t 8t 24 8u 30 93 26 94 32 9k 2a 9l 36 9s 2b 9t 37 9w 2c 9x 38 al 2i am 3e ct 1t cu 2p cv 21 cw 2x cx 27 cy 33 cz 2d d0 39 d5 64 d6 70 di 1z dj 2v dk 23 dl 2z dq c7 dr ia ds 2y f2 20 f3 2w",
  "ln:9c 27 9d 33 a8 2d a9 39 z6 tf z7 ub",
  "m3:bk 27 bl 33 bz 2d c0 39",
  "lr:e8 1t e9 2p ec 1x ed 2t eg 21 eh 2x ek 27 el 33 eo 2a ep 36 es 2d et 39 vq vo vr vp",
  "lt:ea 1t eb 2p ee 1x ef 2t ei 21 ej 2x em 27 en 33 eq 2a er 36 eu 2d ev 39",
  "me:ew 2b ex 37 ey 2c ez 38",
  ":n4 lc n5 ld n7 lv ok jd ou 1n p3 53 69q qh 6b3 2o 6bh 50 6bk 6bm 6bl 6bn 6jq q1 6ju 23",
  "18z:17m 17r",
  "190:17n 17r 17o 18o 17q 18q 1c0 1cl 1c2 1c1 1cj 1ci",
  "191:17p 17r",
  "md:5xc 1t 5xd 2p",
  "mb:5xg 1u 5xh 2q 5xo 1w 5xp 2s 5yc 20 5yd 2w 5yq 23 5yr 2z 5yu 24 5yv 30 5z6 25 5z7 31 5za 26 5zb 32 5zu 2a 5zv 36 602 2b 603 37 60c 2c 60d 38 60u 2e 60v 3a 614 2f 615 3b 61e 2i 61f 3e 61s 1t 61t 2p 62g 1x 62h 2t 62y 21 62z 2x 630 27 631 33 63m bk 63n bl 63o 2d 63p 39 640 bz 641 c0 644 2h 645 3d",
  "mp:5xi 1u 5xj 2q 5xq 1w 5xr 2s 5ys 23 5yt 2z 5yy 24 5yz 30 5zc 26 5zd 32 5zy 2a 5zz 36 60e 2c 60f 38 61g 2i 61h 3e 61i 2w",
  "ml:5xu 1w 5xv 2s 5y0 1x 5y1 2t 5z0 24 5z1 30 5ze 26 5zf 32 60g 2c 60h 38 60m 2d 60n 39",
  "mo:5y2 1x 5y3 2t 5yk 21 5yl 2x 60k 2d 60l 39",
  "mm:5yi 20 5yj 2w",
  "mc:60i 2d 60j 39",
  "ll:61u 1t 61v 2p 620 5e 621 6a 62a 76 62b 77 62i 1x 62j 2t 62q 5m 62r 6i 62w 21 62x 2x 632 27 633 33 638 5w 639 6s 63i bk 63j bl 63q 2d 63r 39 63w bz 63x c0 646 2h 647 3d",
  "lv:64g q9 64o pd 64w qd 654 ph 65c qf 65k pj 65s qh 660 pl 668 qn 66g pr 66o qt 674 qx 67c q1 6as qp",
  "lw:64h q9 64p pd 64x qd 655 ph 65d qf 65l pj 65t qh 661 pl 669 qn 66h pr 66p qt 66x px 675 qx 67d q1 6at qp 6b0 pt",
  "n6:64m 64g 64n 64h 64u 64o 64v 64p 65i 65c 65j 65d 65q 65k 65r 65l 65y 65s 65z 65t 666 660 667 661 66u 66o 66v 66p 673 66x 67a 674 67b 675 67i 67c 67j 67d 69i q9 69t 4o 69y qf 6a7 69r 6ae qh 6af qy 6an 6bi 6au qt 6av qz 6ba qx",
  "n9:680 64g 681 64h 682 64i 683 64j 684 64k 685 64l 686 64m 687 64n 688 64o 689 64p 68a 64q 68b 64r 68c 64s 68d 64t 68e 64u 68f 64v 68g 65c 68h 65d 68i 65e 68j 65f 68k 65g 68l 65h 68m 65i 68n 65j 68o 65k 68p 65l 68q 65m 68r 65n 68s 65o 68t 65p 68u 65q 68v 65r 68w 674 68x 675 68y 676 68z 677 690 678 691 679 692 67a 693 67b 694 67c 695 67d 696 67e 697 67f 698 67g 699 67h 69a 67i 69b 67j 69e 67k 69f q9 69g q4 69j 69i 69o pd 69u 67o 69v qf 69w q6 69z 69y 6a4 pj 6b6 67w 6b7 qx 6b8 r2 6bb 6ba 6bg q1",
  "9ll:9jg 9jf 9ji 9jh 9jk 9jj 9jm 9jl 9jo 9jn 9jq 9jp 9js 9jr 9ju 9jt 9jw 9jv 9jy 9jx 9k0 9jz 9k2 9k1 9k5 9k4 9k7 9k6 9k9 9k8 9kg 9kf 9kj 9ki 9km 9kl 9kp 9ko 9ks 9kr 9lg 9ja 9lq 9lp 9m4 9m3 9m6 9m5 9m8 9m7 9ma 9m9 9mc 9mb 9me 9md 9mg 9mf 9mi 9mh 9mk 9mj 9mm 9ml 9mo 9mn 9mq 9mp 9mt 9ms 9mv 9mu 9mx 9mw 9n4 9n3 9n7 9n6 9na 9n9 9nd 9nc 9ng 9nf 9o4 9ly 9o7 9nz 9o8 9o0 9o9 9o1 9oa 9o2 9oe 9od",
  "9lm:9kh 9kf 9kk 9ki 9kn 9kl 9kq 9ko 9kt 9kr 9n5 9n3 9n8 9n6 9nb 9n9 9ne 9nc 9nh 9nf",
];

/** From, to, step and how far the lower case lies from each. */
export const caseRuns: readonly string[] = [
  "1t 2i 1 w,51 51 1 lj,5i 5i 1 w,5s 5s 1 w,60 60 1 w,66 66 1 w,7k 7k 1 1,86 86 1 1,8i 8i 1 1,8v 8x 2 1,96 96 1 1,9e 9e 1 1,9y 9y 1 1,an an 1 -7g,ap ap 1 5u,aq as 2 1,au au 1 5q,av av 1 1,ax ay 1 5p,az az 1 1,b2 b2 1 27,b3 b3 1 5m,b4 b4 1 5n,b5 b5 1 1,b7 b7 1 5p,b8 b8 1 5r,ba ba 1 5v,bb bb 1 5t,bc bc 1 1,bg bg 1 5v,bh bh 1 5x,bj bj 1 5y,bm bo 2 1,bq bq 1 62,br br 1 1,bt bt 1 62,bw bw 1 1,by by 1 62,c1 c2 1 61,c3 c5 2 1,c7 c7 1 63,c8 c8 1 1,cc cc 1 1,ck ck 1 2,cl cl 1 1,cn cn 1 2,co co 1 1,cq cq 1 2,cr cr 1 1,dg dg 1 1,dt dt 1 2,du du 1 1,dy dy 1 -2p,dz dz 1 -1k,f0 f0 1 1,f4 f4 1 -3m,f6 f8 2 1,fu fu 1 8bv,fv fv 1 1,fx fx 1 -4j,fy fy 1 8bs,g1 g1 1 1,g3 g3 1 -5f,g4 g4 1 1x,g5 g5 1 1z,g6 ge 2 1,n9 n9 1 38,og oi 2 1,om om 1 1,ov ov 1 38,pd pt 1 w,pv q1 1 w,qq qq 1 1,r3 r3 1 8,r4 r4 1 -u,r5 r5 1 -p,r9 r9 1 -f,ra ra 1 -m,rc ry 2 1,s0 s0 1 -1i,s1 s1 1 -1c,s4 s4 1 -1o,s5 s5 1 -1s,s7 s7 1 1,s9 s9 1 -7,sa sa 1 1,sd sf 1 -3m,si sk 2 28,sl sm 1 28,so sr 1 28,sv sv 1 28,sw t4 1 w,t6 tr 1 w,v4 vo 2 1,vs w0 2 1,wa xq 2 1,xs xs 1 f,xv y5 2 1,yc yc 1 1,yg yg 1 1,yo yo 1 1,yw yw 1 1,za za 1 1,ze 10u 2 1,10x 11y 1 1c,3a8 3b9 1 5ls,3bb 3bb 1 5ls,3bh 3bh 1 5ls,5n4 5oa 1 -2bk,5od 5of 1 -2bk,61q 61q 1 -5vj,64a 64e 2 1,6k2 6k2 1 s",
];

/** From, to and the place of these marks where several follow each other. */
export const markRanks: readonly string[] = [
  "lc lw x,lx lx y,ly m1 u,m2 m2 y,m3 m3 t,m4 m8 u,m9 ma s,mb me u,mf mg s,mh mr u,ms mw 1,mx n0 u,n1 n3 x,n6 n6 x,n9 n9 11,na na x,nb nd u,ne ng x,nh ni u,nk nm x,nn nq u,nr nr x,ns ns y,nt nu u,nv nv x,nw nw z,nx ny 10,nz nz z,o0 o1 10,o2 o2 z,o3 of x,w3 w7 x,13l 13l u,13m 13p x,13q 13q u,13r 13t x,13u 13u v,13v 13v u,13w 141 x,142 147 u,148 149 x,14a 14a u,14b 14c x,14d 14d v,14e 14e w,14f 14f x,14g 14g 3,14h 14h 4,14i 14i 5,14j 14j 6,14k 14k 7,14l 14l 8,14m 14m 9,14n 14n a,14o 14o b,14p 14q c,14r 14r d,14s 14s e,14t 14t f,14v 14v g,14x 14x h,14y 14y i,150 150 x,151 151 u,153 153 b,174 17b x,17c 17c m,17d 17d n,17e 17e o,18r 18r j,18s 18s k,18t 18t l,18u 18u m,18v 18v n,18w 18w o,18x 18x p,18y 18y q,18z 190 x,191 192 u,193 197 x,198 198 u,199 19a x,19b 19b u,19s 19s r,1cm 1cs x,1cv 1cy x,1cz 1cz u,1d0 1d0 x,1d3 1d4 x,1d6 1d6 u,1d7 1d8 x,1d9 1d9 u,6hc 6hd x,6he 6hf 1,6hg 6hj x,6hk 6hm 1,6hn 6ho x,6ht 6ht x,6hx 6hy 1,6hz 6hz x,6i0 6i0 u,6i1 6i1 x,6i2 6i3 1,6i4 6i7 u,6i8 6i8 x,9ll 9lm 2",
];
